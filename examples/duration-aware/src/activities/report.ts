// What builds the reports.
export interface ReportActivities {
  /** Builds a report; how long that takes depends on the day. */
  build(input: { readonly month: string }): Promise<{ readonly pages: number }>
}
