// A source map (version 3) as esbuild writes it.

export interface RawSourceMap {
  readonly version: 3
  readonly sources: readonly string[]
  readonly sourcesContent?: readonly (string | null)[]
  readonly mappings: string
  readonly names: readonly string[]
}
