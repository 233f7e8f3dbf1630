import { createMisuse } from '@custody-wallet/demo/cli'

import type { Line, Run } from '../commands.ts'
import { writeAt } from '../files.ts'
import { wrapText } from '../help.ts'
import type { Screen } from '../screen.ts'
import { type WrittenKey, writeKeys } from '../verify/keys.ts'
import { formatCases, formatCaseResult, formatSummary } from '../verify/report.ts'
import { readCaseIds, readKeySettings, readVerifyOptions } from '../verify/settings.ts'
import { selectCases, verifyReceiver } from '../verify/verify.ts'

/** Tests a receiver, creates its keys, or lists the cases. Exit code 1 means that a case failed. */
export const run: Run<'verify-receiver'> = async (line, screen) => {
  if (line.has('list')) return listCases(line, screen)
  return line.positionals[0] === 'keys' ? createKeys(line, screen) : testReceiver(line, screen)
}

function listCases(line: Line<'verify-receiver'>, { print, value }: Screen): void {
  const cases = selectCases(readCaseIds(line))
  if (!line.has('json')) return print(formatCases(cases))
  for (const { id, title, sentence } of cases) value({ id, title, sentence })
}

function createKeys(line: Line<'verify-receiver'>, { print, value }: Screen): void {
  const [, folder, ...more] = line.positionals
  if (folder === undefined)
    throw createMisuse('The folder is missing. Give one, such as: custody verify-receiver keys receiver-keys.')
  if (more.length > 0) throw createMisuse(`keys accepts one folder. Remove ${more.join(' ')}.`)
  const settings = readKeySettings(line)
  const keys = writeAt(folder, () => writeKeys(folder, settings))
  if (line.has('json')) value({ folder, keys })
  else print(formatKeys(folder, keys))
}

function formatKeys(folder: string, keys: readonly WrittenKey[]): string {
  const listFiles = (party: string, half: string): readonly string[] =>
    keys.filter(({ name }) => name.startsWith(party)).map(({ name }) => `${name}-${half}.pem`)
  const read = [...listFiles('merchant', 'private'), ...listFiles('platform', 'public')].join(', ')
  return [
    `Wrote the keys to ${folder}.`,
    ...wrapText(`Load ${folder}/.env in your test receiver with readProfileFromEnv(), or read the files ${read}.`),
    'Key ids:',
    ...keys.map(({ name, kid }) => `  ${name.padEnd(12)}  ${kid}`),
  ].join('\n')
}

async function testReceiver(line: Line<'verify-receiver'>, screen: Screen): Promise<number> {
  const isJson = line.has('json')
  const options = readVerifyOptions(line)
  const sheet = await verifyReceiver({
    ...options,
    onResult: (one) => {
      if (!isJson) screen.print(formatCaseResult(one))
    },
  })
  if (isJson) screen.value(sheet)
  else screen.print(formatSummary(sheet))
  return sheet.passed ? 0 : 1
}
