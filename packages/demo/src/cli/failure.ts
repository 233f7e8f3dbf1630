/** An error for the user, with an exit code. */
export class Failure extends Error {
  override readonly name: string = 'Failure'
  readonly exitCode: number

  constructor(message: string, exitCode: number = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

export const createMisuse = (message: string): Failure =>
  new Failure(`${message} See --help for all commands and options.`, 2)
