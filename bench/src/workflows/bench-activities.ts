// The one activity of Foliot's bench workflows, as they see it.

export interface BenchActivities {
  step(key: number): number
}
