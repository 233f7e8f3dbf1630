import { createCallPage } from '../call/page.ts'
import type { Call, Contract } from '../contract.ts'
import { type Page, joinParagraphs, formatTable } from '../page.ts'
import { familyNames } from './words.ts'

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
    summary: `All ${calls.length} calls with fields, samples, a form to try them, and errors.`,
    section: 'Reference',
    markdown: joinParagraphs(
      '# Calls with samples',
      `Each of the ${calls.length} calls has a page with its fields, errors and tested samples: TypeScript with the client, \`curl\` for the plain mock, \`curl\` with encrypted and signed text for the wire mock, and Python without a package. To start both mocks, run \`npm start\` or \`npx @custody-wallet/mock\`.`,
      'On a back end with keys, replace `createPlainClient({ url })` with `createCustodyFromEnv()` from `@custody-wallet/client/env`. The calls stay the same.',
      formatTable(['Call', 'What it does', 'Family'], rows),
    ),
  }
}

const getTag = ({ operation }: Call): string => operation.tags[0] ?? ''
