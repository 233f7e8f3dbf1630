import { readFileSync } from 'node:fs'

import type { Family } from '@custody-wallet/types/operations'

import { toFields } from '../../redocly/views/project.ts'
import { grouped } from '../../workspace/groups.ts'
import { type Contract, root } from '../contract.ts'
import { formatCodeBlock, type Page, joinParagraphs, formatTable } from '../page.ts'
import { codeTables, familyNames, retryTexts, formatSources } from './words.ts'

const families = ['token', 'v2', 'mpc', 'v1'] as const

export function createCodesPage(contract: Contract): Page {
  const shared = Object.keys(codeTables.v1).filter((code) => code !== '0' && Object.hasOwn(codeTables.v2, code))
  return {
    path: 'codes',
    title: 'Error codes',
    summary: 'All known failure codes by family: meaning, likely cause, remedy and retry.',
    section: 'Details',
    hasRowIds: true,
    scripts: ['assets/filter.js'],
    markdown: joinParagraphs(
      '# Error codes',
      'The interface documents only 0, which means success. Other meanings come from public documents of other deployments. Causes, remedies and retries are our advice. Treat unknown codes as failures. [Errors](guides/errors.md) explains how far to trust a response.',
      'The code tells you whether retrying can help. Whether it is safe depends on the call: see [Retries](limits.md#retries). Errors of the client link to the entry of their code in `docs`.',
      '**Codes belong to a family.** The same number has different meanings in v1 and v2:',
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
    `Responses of ${own.map(({ id }) => `[${id}](calls/${id}.md)`).join(', ')}. A failure in the plain view, where \`code\` is a ${typeof toFields(example?.failure)['code'] === 'string' ? 'string' : 'number'}:`,
    formatCodeBlock('json', JSON.stringify(example?.failure)),
    formatSources(known),
    formatTable(
      ['Code', 'Meaning', 'Likely cause', 'What to do', 'Retry'],
      known.map(([code, { meaning, cause = '-', remedy = '-', repeat }]) => [
        `\`${code}\``,
        meaning,
        cause,
        remedy,
        repeat ? retryTexts[repeat] : '-',
      ]),
    ),
  ).trimEnd()
}

/** Servers that respond to plain calls with problems, which their READMEs list. */
const servers = { mock: 'mock', server: 'sandbox' } as const

function formatProblemSection(): string {
  const problems = grouped(Object.entries(servers).flatMap(listProblems), ({ type }) => type)
  return joinParagraphs(
    '## Problems',
    'For errors without a code in the interface, the mock and the sandbox respond to plain calls with `application/problem+json`. A real service does not have these problems. Their `type` begins with `urn:custody:`.',
    formatTable(
      ['Type', 'Meaning', 'Status', 'Server'],
      problems.map((same) => [
        `\`${same[0].type}\``,
        same[0].meaning,
        same[0].status,
        same.map(({ label }) => label).join(', '),
      ]),
    ),
  ).trimEnd()
}

function listProblems([name, label]: readonly [server: string, label: string]) {
  const readme = readFileSync(new URL(`packages/${name}/README.md`, root), 'utf8')
  const [, rows = ''] = readme.split(/^\| `type`, after `urn:custody:`.*\n/m)
  const [own = ''] = rows.split('\n\n')
  return [...own.matchAll(/^\| `([\w-]+)` +\| (\S+) +\| (.+?) *\|$/gm)].map(
    ([, type = '', status = '', meaning = '']) => ({ type, status, meaning, label }),
  )
}
