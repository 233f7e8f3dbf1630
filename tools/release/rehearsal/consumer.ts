import type { RuntimeName } from './runtimes.ts'

/** What a step starts: the Node of this repository, npm, or another runtime. */
export type Program = 'node' | 'npm' | RuntimeName

/** A program that a consumer runs, and what has to come of it. */
export type Step = { readonly run: readonly [Program, ...string[]] } & (
  | {
      /** Every line that it prints, while it ends well. */
      readonly prints: readonly string[]
      readonly fails?: never
    }
  | {
      /** What it prints when it fails, as it has to. */
      readonly fails: RegExp
      readonly prints?: never
    }
)

/** A project outside the repository that installs packages from a registry and uses them. */
export interface Consumer {
  readonly name: string
  readonly does: string
  /** Folders in `consumers/` whose files it has. */
  readonly sources: readonly string[]
  /** Packages of ours that it installs. */
  readonly packages: readonly ('client' | 'encryption' | 'mock' | 'types')[]
  /** Packages of others, with their versions. */
  readonly others?: readonly `${string}@${string}`[]
  readonly steps: readonly [Step, ...Step[]]
  /** Says the result in the table where that is more than that it works. */
  readonly result?: string
  readonly browser?: true
}
