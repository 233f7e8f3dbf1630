import { callPage } from '../call/page.ts'
import type { Call, Contract } from '../contract.ts'
import { type Page, paragraphs, table } from '../page.ts'
import { familyNames } from './words.ts'

/** A list of the calls, and a page with samples for each. */
export const callPages = (contract: Contract): readonly Page[] => [
  listPage(contract),
  ...contract.calls.map((call) => callPage(call, contract)),
]

function listPage({ calls }: Contract): Page {
  const tags = [...new Set(calls.map(tagOf))].toSorted()
  const rows = tags.flatMap((tag) =>
    calls
      .filter((call) => tagOf(call) === tag)
      .map((call) => [
        `[${call.id}](calls/${call.id}.md)`,
        `${call.facts.summary}, in the client \`${call.operation['x-resource'] ?? ''}\``,
        familyNames[call.facts.family],
      ]),
  )
  return {
    path: 'calls',
    title: 'Calls with samples',
    summary: `All ${calls.length} calls, each with its members, samples in four forms, a form to try it, and its errors.`,
    section: 'Reference',
    markdown: paragraphs(
      '# Calls with samples',
      `Each of the ${calls.length} calls has a page with everything about it. The samples are TypeScript with the client, \`curl\` against the plain mock, \`curl\` with sealed text against the wire mock, and Python without a package. Tests run every one of them, and compare what comes back with the answer that is shown. \`npm start\` and \`npx @custody-wallet/mock\` start both mocks.`,
      'On a back end with keys, replace `plain({ url })` by `custodyFromEnv()` from `@custody-wallet/client/env`; the calls are the same.',
      table(['Call', 'What it does', 'Family'], rows),
    ),
  }
}

const tagOf = ({ operation }: Call): string => operation.tags[0] ?? ''
