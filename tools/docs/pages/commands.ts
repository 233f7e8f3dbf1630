import { type CommandFacts, commandNames, commands, listOptions } from '@custody-wallet/cli'

import { formatCodeBlock, type Page, joinParagraphs, formatTable } from '../page.ts'

/** Every command of `custody`, from the table that its help is made from. */
export function createCommandsPage(): Page {
  return {
    path: 'commands',
    title: 'Commands',
    summary: 'Every command of custody with its options: the command line over all packages.',
    section: 'What is known',
    markdown: joinParagraphs(
      '# Commands',
      '`custody` is one command line over all packages. Service and keys come from environment variables, from a file (`--env`), or from a demo merchant (`--demo`). `custody help COMMAND` prints what this page has. A **setting** is a field of the profile that changes what the interface leaves [open](open-points.md).',
      formatTable(
        ['Command', 'What it does'],
        commandNames.map((name) => [`[${name}](#${name})`, commands[name].summary]),
      ),
      'Exit codes: 0 success, 1 a problem was found or a call failed, 2 the command line or a setting is wrong.',
      ...commandNames.flatMap((name) => formatCommand(name)),
    ),
  }
}

function formatCommand(name: (typeof commandNames)[number]): readonly string[] {
  const { usage, summary, details, examples }: CommandFacts = commands[name]
  const options = Object.entries(listOptions(name))
  return [
    `## ${name}`,
    `\`custody ${name}\` ${summary}.`,
    formatCodeBlock('text', `custody ${name} ${usage}`),
    ...details,
    formatTable(
      ['Option', 'What it does'],
      options.map(([option, { value, what }]) => [
        `\`--${option}${value === undefined ? '' : ` ${value}`}\``,
        what,
      ]),
    ),
    ...(examples.length > 0 ? [formatCodeBlock('text', examples.join('\n'))] : []),
  ]
}
