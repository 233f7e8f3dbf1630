/**
 * Arguments, terminal, errors and exit codes of the programs of this project. Internal: it may change in any version.
 *
 * @example
 * ```ts
 * import { parseArguments } from '@custody-wallet/demo/cli'
 *
 * const { text, has } = parseArguments(['--port', '4100'], { texts: ['port'], flags: ['watch'] })
 * console.log(text('port'), has('watch'))
 * ```
 *
 * @module
 */
export {
  addVariables,
  type CommandLine,
  highestPortBase,
  type KnownOptions,
  parseArguments,
  readDrain,
  readPortBase,
  parseInteger,
  type VariableLine,
} from './arguments.ts'
export { escapeJson } from './controls.ts'
export { Failure, createMisuse } from './failure.ts'
export { checkHost, isLoopback } from './hosts.ts'
export { createCallEntry, createFailureEntry, createLog, type Log, type LogEntry, readLogFormat } from './log.ts'
export { type ProgramOptions, createProgram, type Run, startProgram, readVersion } from './program.ts'
export { quoteJsonForShell, quoteForShell } from './shell.ts'
export type { Terminal } from './terminal.ts'
