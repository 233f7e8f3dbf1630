import { type Document, type Parameter, type Schema, branchesOf, resolver } from '../../redocly/document.ts'
import type { Call, Contract } from '../contract.ts'
import { type Page, fenced, paragraphs, table } from '../page.ts'
import { samplesOf } from '../samples/samples.ts'
import { repetition } from './limits.ts'
import { anchorOf, points } from './open-points.ts'
import { assumption, familyNames, spoken } from './words.ts'

/** A list of the calls, and a page with samples for each. */
export const callPages = (contract: Contract): readonly Page[] => [
  listPage(contract),
  ...contract.calls.map((call) => callPage(call, contract.plain)),
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
    summary: `All ${calls.length} calls, each with a sample in TypeScript, in plain curl, and in curl with sealed text.`,
    section: 'Reference',
    markdown: paragraphs(
      '# Calls with samples',
      `Each of the ${calls.length} calls has a page with three samples: TypeScript with the client, \`curl\` against the plain mock, and \`curl\` with sealed text against the wire mock. Tests type-check and run every one of them, and compare what comes back with the answer that is shown. \`npm start\` and \`npx @custody-wallet/mock\` start both mocks.`,
      'On a back end with keys, replace `plain({ url })` by `custodyFromEnv()` from `@custody-wallet/client/env`; the calls are the same.',
      table(['Call', 'What it does', 'Family'], rows),
    ),
  }
}

const tagOf = ({ operation }: Call): string => operation.tags[0] ?? ''

function callPage(call: Call, plain: Document): Page {
  const { id, facts, description, answer } = call
  return {
    path: `calls/${id}`,
    title: id,
    summary: `${facts.summary}.`,
    section: 'Reference',
    under: 'calls',
    markdown: paragraphs(
      `# ${facts.summary}`,
      `\`${facts.method} ${facts.path}\`\n\n${description.trim()}`,
      table(['', ''], factRows(call)),
      takes(call, plain),
      '## Samples',
      ...samplesOf(call).map(({ label, language, code }) => `### ${label}\n\n${fenced(language, code)}`),
      '## Answer',
      answerNote(call),
      fenced('json', JSON.stringify(answer, undefined, 2)),
      states(call),
      open(call),
    ),
  }
}

const answerNote = ({ facts }: Call): string =>
  facts.family === 'token'
    ? 'The plain mock answers this. The wire mock counts `expired_time` from the moment of the call.'
    : 'The sealed sample prints this once its answer is opened; the plain one prints it as it comes.'

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

function takes({ operation }: Call, plain: Document): string {
  const resolve = resolver(plain)
  const choice = resolve<Schema>(operation['x-parameters'] ?? {}).anyOf !== undefined
  const schema = operation.requestBody?.content['application/json']?.schema
  const body = schema ? branchesOf(resolve<Schema>(schema)) : []
  const members = body.flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).map(([name, member]) => row(name, member, required.includes(name))),
  )
  const query = (operation.parameters ?? []).map((each) => {
    const { name, schema: own, description, required = false } = resolve<Parameter>(each)
    return row(name, { ...own, ...(description && { description }) }, required)
  })
  const rows = [...query, ...members]
  return rows.length === 0
    ? '## What it takes\n\nNothing.'
    : `## What it takes\n\n${table(['Name', 'Type', 'Needed', 'What it is'], rows)}`

  function row(name: string, schema: Schema, required: boolean): readonly string[] {
    const target = { ...resolve<Schema>(schema), ...schema }
    return [
      `\`${name}\``,
      typeOf(target),
      required ? 'yes' : choice ? 'depends' : 'no',
      (target.description ?? '').replaceAll('\n', ' '),
    ]
  }
}

function typeOf({
  type,
  format: standard,
  'x-format': format = standard,
  anyOf,
  const: only,
}: Schema): string {
  if (only !== undefined) return `\`${JSON.stringify(only)}\``
  if (anyOf) return 'integer'
  return format && format !== type ? `${type ?? ''} (${format})` : (type ?? '')
}

function states({ facts }: Call): string | false {
  const found = Object.entries(facts.answer.states).map(
    ([pointer, state]) =>
      `\`${pointer.replaceAll('/*', '').slice(1).replaceAll('/', '.')}\`: [${spoken(state)}](../states.md#${spoken(state).toLowerCase().replaceAll(' ', '-')})`,
  )
  return found.length > 0 && `Values of ${found.join(', ')}.`
}

function open({ id }: Call): string | false {
  const found = Object.entries(points).filter(([, { place }]) => place === `\`${id}\``)
  if (found.length === 0) return false
  const rows = found.map(([name, { what, assumed }]) => [
    `[${what.replace(/\.$/, '')}](../${anchorOf(name)})`,
    assumption(assumed),
  ])
  return `## What is not shown here\n\n${table(['Open', 'Assumed'], rows)}`
}
