/**
 * The commands of `custody` as data, for tools that show them.
 *
 * @example
 * ```ts
 * import { commandNames, commands } from '@custody-wallet/cli'
 *
 * for (const name of commandNames) console.log(name, commands[name].summary)
 * ```
 *
 * @module
 */
export { type CommandName, commandNames, commands, listOptions } from './commands.ts'
export type { CommandDefinition, OptionDefinition } from './options.ts'
