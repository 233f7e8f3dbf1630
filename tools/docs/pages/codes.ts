import { codes } from '@custody-wallet/types'
import type { Family } from '@custody-wallet/types/operations'

import { type Contract, membersOf } from '../contract.ts'
import { fenced, type Page, paragraphs, table } from '../page.ts'
import { familyNames, valueSources } from './words.ts'

interface KnownCode {
  readonly meaning: string
  readonly source: keyof typeof valueSources
}

const tables: Readonly<Record<Family, Readonly<Record<string, KnownCode>>>> = codes
const families = ['token', 'v2', 'mpc', 'v1'] as const

/** Codes of failures: a code belongs to its family. */
export function codesPage(contract: Contract): Page {
  const shared = Object.keys(tables.v1).filter((code) => code !== '0' && Object.hasOwn(tables.v2, code))
  return {
    path: 'codes',
    title: 'Error codes',
    summary: 'Codes of failures by family, with their meaning and where it comes from.',
    section: 'What is known',
    markdown: paragraphs(
      '# Error codes',
      'The interface says that 0 is success and nothing about the others. These tables come from public documents of other deployments. A code that is not listed is a failure of unknown cause. [Errors](guides/errors.md) explains how far an answer can be trusted, and what may be repeated.',
      '**A code belongs to its family.** The same number has different meanings in v1 and v2:',
      table(
        ['Code', ...families.slice(1).map((family) => familyNames[family])],
        shared.map((code) => [
          `\`${code}\``,
          ...families.slice(1).map((family) => tables[family][code]?.meaning ?? '-'),
        ]),
      ),
      ...families.map((family) => section(family, contract)),
    ),
  }
}

function section(family: Family, { calls }: Contract): string {
  const own = calls.filter(({ facts }) => facts.family === family)
  const rows = Object.entries(tables[family]).map(([code, { meaning, source }]) => [
    `\`${code}\``,
    meaning,
    valueSources[source],
  ])
  const [example] = own
  return paragraphs(
    `## ${familyNames[family]}`,
    `Answers of ${own.map(({ id }) => `[${id}](calls/${id}.md)`).join(', ')}. A failure looks like this in the plain view; its \`code\` is a ${typeof membersOf(example?.failure)['code'] === 'string' ? 'text' : 'number'}:`,
    fenced('json', JSON.stringify(example?.failure)),
    table(['Code', 'Meaning', 'Source'], rows),
  ).trimEnd()
}
