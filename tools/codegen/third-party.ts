import { readFileSync } from 'node:fs'

import { habits } from '../../packages/mock/test/third-party-habits.ts'
import { formatMarkdownTable } from '../workspace/table.ts'
import { folder } from './guides.ts'

/** The guide on third-party clients. Its first table lists what the tests of the mock send. */
export function createThirdPartyGuide(): string {
  const head = ['A client may send', 'Who does', 'Calls', 'Stays rejected']
  const rows = habits.map(({ habit, who, calls, rejection }) => [habit, who, calls, rejection])
  const text = readFileSync(new URL('third-party-clients.md', folder), 'utf8')
  return text.replace(/(^\|.*\|$\n)+/m, () => formatMarkdownTable([head, ...rows]))
}
