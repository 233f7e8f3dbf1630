/** What a command sees of the world. */
export interface Terminal {
  readonly env: NodeJS.ProcessEnv
  readonly print: (text: string) => void
  readonly warn: (text: string) => void
  readonly input: () => Promise<string>
  /** Resolves when the program is asked to end. */
  readonly stopped: Promise<unknown>
}
