import { createCallPage } from '../call/page.ts'
import type { Call, Contract } from '../contract.ts'
import { type Page, joinParagraphs, formatTable } from '../page.ts'
import { familyNames } from './words.ts'

/** A list of the calls, and a page with samples for each. */
export const createCallPages = (contract: Contract): readonly Page[] => [
  createListPage(contract),
  ...contract.calls.map((call) => createCallPage(call, contract)),
]

function createListPage({ calls }: Contract): Page {
  const tags = [...new Set(calls.map(getTag))].toSorted()
  const rows = tags.flatMap((tag) =>
    calls
      .filter((call) => getTag(call) === tag)
      .map((call) => [
        `[${call.id}](calls/${call.id}.md)`,
        `${call.facts.summary}, in the client \`${call.operation['x-resource'] ?? ''}\``,
        familyNames[call.facts.family],
      ]),
  )
  return {
    path: 'calls',
    title: 'Calls with samples',
    summary: `All ${calls.length} calls, each with its fields, samples in four forms, a form to try it, and its errors.`,
    section: 'Reference',
    markdown: joinParagraphs(
      '# Calls with samples',
      `Each of the ${calls.length} calls has a page with everything about it. The samples are TypeScript with the client, \`curl\` against the plain mock, \`curl\` with sealed text against the wire mock, and Python without a package. Tests run every one of them, and compare what comes back with the response that is shown. \`npm start\` and \`npx @custody-wallet/mock\` start both mocks.`,
      'On a back end with keys, replace `createPlainClient({ url })` by `createCustodyFromEnv()` from `@custody-wallet/client/env`; the calls are the same.',
      formatTable(['Call', 'What it does', 'Family'], rows),
    ),
  }
}

const getTag = ({ operation }: Call): string => operation.tags[0] ?? ''
