/** The environment, input and output of a command. */
export interface Terminal {
  readonly env: NodeJS.ProcessEnv
  readonly print: (text: string) => void
  readonly warn: (text: string) => void
  readonly input: () => Promise<string>
  /** Resolves when the program has to end. */
  readonly stopped: Promise<unknown>
}
