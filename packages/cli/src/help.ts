import { type CommandName, commandNames, commands, listOptions } from './commands.ts'
import type { CommandDefinition } from './options.ts'

const width = 80

/** Formats the help of the program. */
export const formatProgramHelp = (): string =>
  [
    'custody: the command line of the custody wallet interface',
    '',
    '  custody COMMAND [options]',
    '',
    ...formatColumns(commandNames.map((name) => [name, commands[name].summary])),
    '',
    ...wrapText(
      'custody help COMMAND shows the options of a command. Service and keys come from environment variables (custody doctor --variables lists them), --env or --demo. Keys are never arguments: every user of a machine can read those.',
    ),
    '',
    ...wrapText(
      'Exit codes: 0 success, 1 a problem was found or a call failed, 2 the command line or a setting is wrong.',
    ),
  ].join('\n')

/** Formats the help of a command. */
export function formatCommandHelp(name: CommandName): string {
  const { usage, summary, details, examples }: CommandDefinition = commands[name]
  const options = Object.entries(listOptions(name)).map(
    ([option, { value, what }]) => [`--${option}${value === undefined ? '' : ` ${value}`}`, what] as const,
  )
  return [
    `custody ${name}: ${summary}`,
    '',
    `  custody ${name} ${usage}`.trimEnd(),
    '',
    ...details.flatMap((sentence) => wrapText(sentence)),
    ...(details.length > 0 ? [''] : []),
    ...formatColumns([...options, ['--help', 'shows this help']]),
    ...(examples.length > 0 ? ['', 'Examples:', '', ...examples.map((example) => `  ${example}`)] : []),
  ].join('\n')
}

/** Formats the help as JSON, one line per command. */
export const formatHelpJson = (name?: CommandName): string =>
  (name === undefined ? commandNames : [name])
    .map((command) => JSON.stringify({ command, ...commands[command], options: listOptions(command) }))
    .join('\n')

/** Formats two columns and wraps the second. */
export function formatColumns(rows: readonly (readonly [name: string, what: string])[]): readonly string[] {
  const indent = Math.max(...rows.map(([name]) => name.length)) + 4
  return rows.flatMap(([name, what]) => {
    const [first = '', ...more] = wrapText(what, width - indent)
    return [`  ${name.padEnd(indent - 2)}${first}`, ...more.map((line) => `${' '.repeat(indent)}${line}`)]
  })
}

/** Splits a text into lines of at most `maxWidth` characters; longer words stay whole. */
export function wrapText(text: string, maxWidth: number = width): readonly string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line !== '' && line.length + 1 + word.length > maxWidth) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines
}
