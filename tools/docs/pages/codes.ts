import { readFileSync } from 'node:fs'

import type { Family } from '@custody-wallet/types/operations'

import { toFields } from '../../redocly/views/project.ts'
import { grouped } from '../../workspace/groups.ts'
import { type Contract, root } from '../contract.ts'
import { formatCodeBlock, type Page, joinParagraphs, formatTable } from '../page.ts'
import { codeTables, familyNames, repetitions, formatSources } from './words.ts'

const families = ['token', 'v2', 'mpc', 'v1'] as const

/** Codes of failures: a code belongs to its family. */
export function createCodesPage(contract: Contract): Page {
  const shared = Object.keys(codeTables.v1).filter(
    (code) => code !== '0' && Object.hasOwn(codeTables.v2, code),
  )
  return {
    path: 'codes',
    title: 'Error codes',
    summary: 'Every known code of a failure by family: its meaning, likely cause, remedy and repetition.',
    section: 'What is known',
    hasRowIds: true,
    scripts: ['assets/filter.js'],
    markdown: joinParagraphs(
      '# Error codes',
      'The interface says that 0 is success and nothing about the others. Meanings come from public documents of other deployments. Causes, remedies and the rule of repetition are our advice. A code that is not listed is a failure of unknown cause. [Errors](guides/errors.md) explains how far a response can be trusted.',
      'A code says whether a repetition helps. Whether the call may be repeated is its own rule: see [Repetition](limits.md#repetition). `docs` of an error of the client leads to the entry of its code.',
      '**A code belongs to its family.** The same number has different meanings in v1 and v2:',
      formatTable(
        ['Code', ...families.slice(1).map((family) => familyNames[family])],
        shared.map((code) => [
          `\`${code}\``,
          ...families.slice(1).map((family) => codeTables[family][code]?.meaning ?? '-'),
        ]),
      ),
      ...families.map((family) => formatSection(family, contract)),
      formatProblemSection(),
    ),
  }
}

function formatSection(family: Family, { calls }: Contract): string {
  const own = calls.filter(({ facts }) => facts.family === family)
  const known = Object.entries(codeTables[family])
  const [example] = own
  return joinParagraphs(
    `## ${familyNames[family]}`,
    `Responses of ${own.map(({ id }) => `[${id}](calls/${id}.md)`).join(', ')}. A failure looks like this in the plain view; its \`code\` is a ${typeof toFields(example?.failure)['code'] === 'string' ? 'text' : 'number'}:`,
    formatCodeBlock('json', JSON.stringify(example?.failure)),
    formatSources(known),
    formatTable(
      ['Code', 'Meaning', 'Likely cause', 'What to do', 'Repeat'],
      known.map(([code, { meaning, cause = '-', remedy = '-', repeat }]) => [
        `\`${code}\``,
        meaning,
        cause,
        remedy,
        repeat ? repetitions[repeat] : '-',
      ]),
    ),
  ).trimEnd()
}

/** Servers that response plain calls with problems. Their READMEs have the codeTablesRule. */
const servers = { mock: 'mock', server: 'sandbox' } as const

function formatProblemSection(): string {
  const problems = grouped(Object.entries(servers).flatMap(listProblems), ({ type }) => type)
  return joinParagraphs(
    '## Problems',
    'Mock and sandbox response plain calls with `application/problem+json` and an HTTP status where the interface has no code. They are ours: a real service does not have them. The `type` begins with `urn:custody:`.',
    formatTable(
      ['Type', 'Meaning', 'Status', 'Of'],
      problems.map((same) => [
        `\`${same[0].type}\``,
        same[0].meaning,
        same[0].status,
        same.map(({ spoken: label }) => label).join(', '),
      ]),
    ),
  ).trimEnd()
}

function listProblems([name, label]: readonly [server: string, spoken: string]) {
  const readme = readFileSync(new URL(`packages/${name}/README.md`, root), 'utf8')
  const [, rows = ''] = readme.split(/^\| `type`, after `urn:custody:`.*\n/m)
  const [own = ''] = rows.split('\n\n')
  return [...own.matchAll(/^\| `([\w-]+)` +\| (\S+) +\| (.+?) *\|$/gm)].map(
    ([, type = '', status = '', meaning = '']) => ({ type, status, meaning, spoken: label }),
  )
}
