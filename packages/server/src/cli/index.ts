/**
 * What the programs of this project share: arguments, terminal, errors and exit codes. Internal: it may change in any
 * version.
 *
 * @example
 * ```ts
 * import { parsed } from '@custody-wallet/server/cli'
 *
 * const { text, has } = parsed(['--port', '4100'], { texts: ['port'], flags: ['watch'] })
 * console.log(text('port'), has('watch'))
 * ```
 *
 * @module
 */
export {
  type CommandLine,
  highestBase,
  hostOf,
  type KnownOptions,
  parsed,
  portBase,
  wholeNumber,
} from './arguments.ts'
export { Failure, misuse } from './failure.ts'
export { type ProgramFacts, programOf, type Run, startProgram, versionIn } from './program.ts'
export { shellJson, shellQuoted } from './shell.ts'
export type { Terminal } from './terminal.ts'
