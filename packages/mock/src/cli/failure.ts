/** Why the program ends, in a sentence for the person who started it. */
export class Failure extends Error {
  readonly exitCode: number

  constructor(sentence: string, exitCode: number = 1) {
    super(sentence)
    this.exitCode = exitCode
  }
}

/** A command line that cannot be understood. */
export const misuse = (sentence: string): Failure => new Failure(`${sentence} --help lists what there is.`, 2)
