import { type CommandDefinition, commandNames, commands, listOptions } from '@custody-wallet/cli'

import { formatCodeBlock, type Page, joinParagraphs, formatTable } from '../page.ts'

export function createCommandsPage(): Page {
  return {
    path: 'commands',
    title: 'Commands',
    summary: 'All commands and options of custody, the command line of all packages.',
    section: 'Details',
    markdown: joinParagraphs(
      '# Commands',
      '`custody` is one command line for all packages. It reads the service and the keys from environment variables, from a file (`--env`), or from a demo merchant (`--demo`). `custody help COMMAND` prints the same help. A **setting** is a field of the profile that overrides an assumption about an [open point](open-points.md).',
      formatTable(
        ['Command', 'What it does'],
        commandNames.map((name) => [`[${name}](#${name})`, commands[name].summary]),
      ),
      'Exit codes: 0 for success, 1 if a problem was found or a call failed, 2 if the command line or a setting is wrong.',
      ...commandNames.flatMap((name) => formatCommand(name)),
    ),
  }
}

function formatCommand(name: (typeof commandNames)[number]): readonly string[] {
  const { usage, summary, details, examples }: CommandDefinition = commands[name]
  const options = Object.entries(listOptions(name))
  return [
    `## ${name}`,
    `\`custody ${name}\` ${summary}.`,
    formatCodeBlock('text', `custody ${name} ${usage}`),
    ...details,
    formatTable(
      ['Option', 'What it does'],
      options.map(([option, { value, what }]) => [`\`--${option}${value === undefined ? '' : ` ${value}`}\``, what]),
    ),
    ...(examples.length > 0 ? [formatCodeBlock('text', examples.join('\n'))] : []),
  ]
}
