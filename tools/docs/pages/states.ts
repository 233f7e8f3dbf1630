import { type StateName, states } from '@custody-wallet/types'

import type { Contract } from '../contract.ts'
import { type Value, lifeCycle } from '../figures.ts'
import { type Page, paragraphs, table } from '../page.ts'
import { anchorOf, points } from './open-points.ts'
import { spoken, valueSources } from './words.ts'

const names = Object.keys(states).filter((name): name is StateName => Object.hasOwn(states, name))

/** Values of a state, in the order of the contract. */
const valuesOf = (name: StateName): readonly Value[] =>
  Object.entries(states[name]).map(([value, known]) => ({ value, ...known }))

/** Every known value of every open number or text, with pictures of life cycles. */
export function statesPage(contract: Contract): Page {
  const [lives, kinds] = [names.filter(isLife), names.filter((name) => !isLife(name))]
  return {
    path: 'states',
    title: 'States',
    summary:
      'Known values of every status and kind, with their meaning, where that comes from, and a picture of each life cycle.',
    section: 'What is known',
    figures: Object.fromEntries(lives.map((name) => [name, lifeCycle(valuesOf(name))])),
    markdown: paragraphs(
      '# States',
      'Every status is an open number: values that are not listed may occur, and their meaning is unknown. The interface shows **no transitions**, so the pictures show none; those of the sandbox are [its own model](sandbox.md). Which values are final is [our guess](open-points.md#finality); the knob `finality` changes it.',
      'In the pictures a solid frame is a meaning that the interface gives, a dashed one comes from public documents of other deployments, and a dotted one is a value that occurs without an explanation.',
      ...lives.map((name) => section(name, contract)),
      '## Kinds',
      'These numbers and texts sort records. Nothing follows from one to the next.',
      ...kinds.map((name) => section(name, contract, '###')),
    ),
  }
}

const isLife = (name: StateName): boolean => valuesOf(name).some(({ final }) => final !== undefined)

function section(name: StateName, { calls, plain }: Contract, mark = '##'): string {
  const schema = plain.components.schemas[schemaName(name)]
  const used = calls.flatMap(({ id, facts }) =>
    Object.entries(facts.answer.states).flatMap(([pointer, state]) =>
      state === name
        ? [`\`${pointer.replaceAll('/*', '').slice(1).replaceAll('/', '.')}\` of [${id}](calls/${id}.md)`]
        : [],
    ),
  )
  const open = Object.entries(points).filter(([, { place }]) => place.includes(`\`${schemaName(name)}\``))
  return paragraphs(
    `${mark} ${spoken(name)}`,
    schema?.description,
    isLife(name) && `![${inWords(name)}](figure:${name})`,
    valueTable(name),
    used.length > 0 && `Seen in ${used.join(', ')}.`,
    open.length > 0 &&
      `Open: ${open.map(([id, { what }]) => `[${what.replace(/\.$/, '')}](${anchorOf(id)})`).join('; ')}.`,
  ).trimEnd()
}

const schemaName = (name: string): string => (name[0] ?? '').toUpperCase() + name.slice(1)

function valueTable(name: StateName): string {
  const rows = valuesOf(name).map(({ value, meaning, final, source }) => [
    `\`${value}\``,
    meaning,
    ...(isLife(name) ? [final ? 'assumed' : 'no'] : []),
    valueSources[source],
  ])
  return table(['Value', 'Meaning', ...(isLife(name) ? ['Final'] : []), 'Source'], rows)
}

function inWords(name: StateName): string {
  const [moving, ended] = [
    valuesOf(name).filter(({ final }) => !final),
    valuesOf(name).filter(({ final }) => final),
  ]
  const list = (values: readonly Value[]): string => values.map(({ value }) => value).join(', ') || 'none'
  return `Life of a record by its ${spoken(name).toLowerCase()}: ${list(moving)} may still change; ${list(ended)} are assumed to stay. How one leads to another is not shown.`
}
