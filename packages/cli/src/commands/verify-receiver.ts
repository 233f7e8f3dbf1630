import { createMisuse } from '@custody-wallet/server/cli'

import type { Line, Run } from '../commands.ts'
import { writeAt } from '../files.ts'
import { wrapText } from '../help.ts'
import type { Screen } from '../screen.ts'
import { type WrittenKey, writeKeys } from '../verify/keys.ts'
import { casesText, resultText, summaryText } from '../verify/report.ts'
import { idsIn, keySettingsIn, verifyOptionsIn } from '../verify/settings.ts'
import { casesFor, verifyReceiver } from '../verify/verify.ts'

/** Tests a receiver of notifications, makes the keys for it, or lists the cases. Exit code 1: a case failed. */
export const run: Run<'verify-receiver'> = async (line, screen) => {
  if (line.has('list')) return list(line, screen)
  return line.positionals[0] === 'keys' ? makeKeys(line, screen) : test(line, screen)
}

function list(line: Line<'verify-receiver'>, { print, value }: Screen): void {
  const chosen = casesFor(idsIn(line))
  if (!line.has('json')) return print(casesText(chosen))
  for (const { id, title, sentence } of chosen) value({ id, title, sentence })
}

function makeKeys(line: Line<'verify-receiver'>, { print, value }: Screen): void {
  const [, folder, ...more] = line.positionals
  if (folder === undefined)
    throw createMisuse('keys needs a folder: custody verify-receiver keys receiver-keys.')
  if (more.length > 0) throw createMisuse(`One folder at a time: remove ${more.join(' ')}.`)
  const settings = keySettingsIn(line)
  const keys = writeAt(folder, () => writeKeys(folder, settings))
  if (line.has('json')) value({ folder, keys })
  else print(keysText(folder, keys))
}

function keysText(folder: string, keys: readonly WrittenKey[]): string {
  const files = (party: string, half: string): readonly string[] =>
    keys.filter(({ name }) => name.startsWith(party)).map(({ name }) => `${name}-${half}.pem`)
  const read = [...files('merchant', 'private'), ...files('platform', 'public')].join(', ')
  return [
    `${folder} has the keys now.`,
    ...wrapText(`Your test receiver reads ${folder}/.env with profileFromEnv(), or the files ${read}.`),
    'Key ids:',
    ...keys.map(({ name, kid }) => `  ${name.padEnd(12)}  ${kid}`),
  ].join('\n')
}

async function test(line: Line<'verify-receiver'>, screen: Screen): Promise<number> {
  const isJson = line.has('json')
  const options = verifyOptionsIn(line)
  const sheet = await verifyReceiver({
    ...options,
    onResult: (one) => {
      if (!isJson) screen.print(resultText(one))
    },
  })
  if (isJson) screen.value(sheet)
  else screen.print(summaryText(sheet))
  return sheet.passed ? 0 : 1
}
