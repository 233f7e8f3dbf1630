import type { Call, Contract } from '../contract.ts'
import { treePart } from '../fields/html.ts'
import { type Trees, treesOf } from '../fields/model.ts'
import { fenced, type Page, paragraphs, partAt, table, tabs } from '../page.ts'
import { repetition } from '../pages/limits.ts'
import { anchorOf, points } from '../pages/open-points.ts'
import { assumption, familyNames, spoken } from '../pages/words.ts'
import { samplesOf } from '../samples/samples.ts'
import { answerTabs, returns } from './answer.ts'
import { errorsPart } from './errors.ts'
import { headersOf, onTheWire } from './request.ts'
import { tryPart } from './try.ts'

/** The page of one call: what it takes, samples, a form to try it, what it answers, and how it fails. */
export function callPage(call: Call, contract: Contract): Page {
  const { id, facts, description } = call
  const trees = treesOf(call, contract.wholePlain)
  const { parameters, answer } = trees
  const headers = headersOf(call, contract)
  return {
    path: `calls/${id}`,
    title: id,
    summary: `${facts.summary}.`,
    section: 'Reference',
    under: 'calls',
    live: true,
    scripts: ['assets/tabs.js', 'assets/try.js'],
    parts: { ...partsOf(call, trees), headers: treePart({ choices: [], fields: headers }, headerView) },
    markdown: paragraphs(
      `# ${facts.summary}`,
      `\`${facts.method} ${facts.path}\`\n\n${description.trim()}`,
      table(['', ''], factRows(call)),
      headers.length > 0 && `## Headers\n\n${partAt('headers')}`,
      '## Parameters',
      parameters.fields.length === 0 ? 'This call takes none.' : partAt('parameters'),
      onTheWire(call),
      '## Samples',
      tabs(
        'samples',
        ...samplesOf(call).map(({ label, language, code }) => `### ${label}\n\n${fenced(language, code)}`),
      ),
      '## Try it',
      partAt('try'),
      '## Answer',
      returns(call, contract.plain),
      tabs('answer', ...answerTabs(call)),
      answer.fields.length > 0 && `### Members of the answer\n\n${partAt('answer')}`,
      '## Errors',
      `A failure has HTTP status 200 and a \`code\` that is not 0. The client throws a \`CustodyError\` with the code \`SERVICE_FAILED\`; [Errors](../guides/errors.md) explains it.`,
      fenced('json', JSON.stringify(call.failure)),
      partAt('errors'),
      open(call),
    ),
  }
}

const headerView = { anchor: 'headers', optional: '', valuesAt: () => undefined }

const partsOf = (call: Call, { parameters, answer }: Trees) => ({
  parameters: treePart(parameters, {
    anchor: 'parameters',
    optional: 'may be left out',
    valuesAt: () => undefined,
  }),
  answer: treePart(answer, {
    anchor: 'answer',
    optional: 'may be missing',
    valuesAt: (path) => valuesPages(call).get(path),
  }),
  errors: errorsPart(call),
  try: tryPart(call, parameters),
})

function factRows(call: Call): readonly (readonly string[])[] {
  const { id, facts, operation } = call
  const { limits, family } = facts
  return [
    [
      'Operation',
      `\`${id}\`, [in the reference](../reference.md#operation/${id}) and [on the wire](../wire.md#operation/${id})`,
    ],
    ['In the client', `\`custody.${operation['x-resource'] ?? ''}\``],
    ['Family', `${familyNames[family]}; its [codes](../codes.md#${familyNames[family].toLowerCase()})`],
    ['Repetition', repetition(call)],
    ...(limits.length > 0
      ? [['Limits', limits.map(({ value, unit }) => `${value} ${unit}`).join('; ')]]
      : []),
  ]
}

/** Pages that list the values of members, by the place of the member in the answer. */
const valuesPages = ({ facts }: Call): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(facts.answer.states).map(([pointer, state]) => [
      // Pointers begin in the content, which is the whole answer of an MPC call.
      `${facts.family === 'mpc' ? '' : 'data.'}${pointer.replaceAll('/*', '').slice(1).replaceAll('/', '.')}`,
      `../states.md#${spoken(state).toLowerCase().replaceAll(' ', '-')}`,
    ]),
  )

/** What the interface leaves open about the call. */
function open({ id }: Call): string | false {
  const found = Object.entries(points).filter(([, { place }]) => place === `\`${id}\``)
  if (found.length === 0) return false
  const rows = found.map(([name, { what, assumed, knob }]) => [
    `[${what.replace(/\.$/, '')}](../${anchorOf(name)})`,
    assumption(assumed),
    knob ? `\`${knob}\`` : '-',
  ])
  return paragraphs(
    '## What the interface does not show',
    'The packages assume the values in this table. A **knob** is the member of your profile that changes one.',
    table(['Open', 'Assumed', 'Knob'], rows),
  ).trimEnd()
}
