// The help, made from the tables of commands.
import { type CommandFacts, type CommandName, commandNames, commands, optionsOf } from './commands.ts'

const width = 80

/** The help of the program. */
export const programHelp = (): string =>
  [
    'custody: one command line for the custody wallet interface',
    '',
    '  custody COMMAND [options]',
    '',
    ...columns(commandNames.map((name) => [name, commands[name].summary])),
    '',
    ...wrapped(
      'custody help COMMAND shows the options of a command. Service and keys come from environment variables (custody doctor --variables lists them), from --env, or from --demo; keys are never arguments, which every user of a machine can read.',
    ),
    '',
    ...wrapped(
      'Exit codes: 0 done, 1 a problem was found or a call failed, 2 the command line or a setting is wrong.',
    ),
  ].join('\n')

/** The help of one command. */
export function commandHelp(name: CommandName): string {
  const { usage, summary, details, examples }: CommandFacts = commands[name]
  const options = Object.entries(optionsOf(name)).map(
    ([option, { value, what }]) => [`--${option}${value === undefined ? '' : ` ${value}`}`, what] as const,
  )
  return [
    `custody ${name}: ${summary}`,
    '',
    `  custody ${name} ${usage}`.trimEnd(),
    '',
    ...details.flatMap((sentence) => wrapped(sentence)),
    ...(details.length > 0 ? [''] : []),
    ...columns([...options, ['--help', 'this text']]),
    ...(examples.length > 0 ? ['', 'Examples:', '', ...examples.map((example) => `  ${example}`)] : []),
  ].join('\n')
}

/** The help as JSON: a line for the command, or for each one. */
export const helpInJson = (name?: CommandName): string =>
  (name === undefined ? commandNames : [name])
    .map((command) => JSON.stringify({ command, ...commands[command], options: optionsOf(command) }))
    .join('\n')

/** Two columns, of which the second is wrapped. */
export function columns(rows: readonly (readonly [name: string, what: string])[]): readonly string[] {
  const left = Math.max(...rows.map(([name]) => name.length)) + 4
  return rows.flatMap(([name, what]) => {
    const [first = '', ...more] = wrapped(what, width - left)
    return [`  ${name.padEnd(left - 2)}${first}`, ...more.map((line) => `${' '.repeat(left)}${line}`)]
  })
}

/** A text in lines of at most so many characters; longer words stay whole. */
export function wrapped(text: string, most: number = width): readonly string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line !== '' && line.length + 1 + word.length > most) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines
}
