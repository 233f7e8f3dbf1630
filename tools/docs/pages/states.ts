import { type RecordModel, records } from '@custody-wallet/sandbox/model'
import { type KnownValue, type StateName, states } from '@custody-wallet/types'

import type { Contract } from '../contract.ts'
import { lifeCycle, type Stage, type Step } from '../life-cycle.ts'
import { type Page, paragraphs, table } from '../page.ts'
import { anchorOf, points } from './open-points.ts'
import { sourcesOf, spoken } from './words.ts'

const names = Object.keys(states).filter((name): name is StateName => Object.hasOwn(states, name))

const knownOf = (name: StateName): Readonly<Record<string, KnownValue>> => states[name]

/** Every known value of every open number or text, with pictures of life cycles. */
export function statesPage(contract: Contract): Page {
  const [lives, kinds] = [names.filter((name) => modelOf(name)), names.filter((name) => !modelOf(name))]
  return {
    path: 'states',
    title: 'States',
    summary:
      'Every known status: what it means, what to do, and what may follow in the sandbox, with a picture of each life cycle.',
    section: 'What is known',
    rows: true,
    scripts: ['assets/filter.js'],
    figures: Object.fromEntries(lives.map((name) => [name, pictureOf(name)])),
    markdown: paragraphs(
      '# States',
      'Every status is an open number: values that are not listed may occur, and their meaning is unknown. Which values are final is [our guess](open-points.md#finality); the knob `finality` changes it. What to do is our advice.',
      'The interface shows **no transitions**. The pictures and the column "Sandbox" show what may follow in [the sandbox](sandbox.md): that is our own model. A real service may move a record in other ways.',
      'In the pictures, a solid frame is a meaning that the interface gives, and a dashed one comes from public documents of other deployments. A dotted one has no known meaning, or exists only in the sandbox. The word beside a number is its name in the sandbox.',
      ...lives.map((name) => section(name, contract)),
      '## Kinds',
      'These numbers and texts sort records. Nothing follows from one to the next.',
      ...kinds.map((name) => section(name, contract, '###')),
    ),
  }
}

/** The sandbox's model of a record, by the table of its known values. */
const modelOf = (name: StateName): RecordModel | undefined =>
  records.find(({ known }) => known === states[name])

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
  const model = modelOf(name)
  return paragraphs(
    `${mark} ${spoken(name)}`,
    schema?.description,
    model && `![${inWords(name, model)}](figure:${name})`,
    sourcesOf(Object.entries(knownOf(name))),
    model ? lifeTable(name, model) : kindTable(name),
    used.length > 0 && `Seen in ${used.join(', ')}.`,
    open.length > 0 &&
      `Open: ${open.map(([id, { what }]) => `[${what.replace(/\.$/, '')}](${anchorOf(id)})`).join('; ')}.`,
  ).trimEnd()
}

const schemaName = (name: string): string => (name[0] ?? '').toUpperCase() + name.slice(1)

const kindTable = (name: StateName): string =>
  table(
    ['Value', 'Meaning'],
    Object.entries(knownOf(name)).map(([value, { meaning }]) => [`\`${value}\``, meaning]),
  )

const lifeTable = (name: StateName, model: RecordModel): string =>
  table(
    ['Value', 'Meaning', 'Final', 'What to do', 'Sandbox'],
    Object.entries(knownOf(name)).map(([value, { meaning, final, advice = '-' }]) => [
      `\`${value}\``,
      meaning,
      final ? 'assumed' : 'no',
      advice,
      followersOf(model, Number(value))
        .map(({ to, event }) => `\`${to}\` (${event})`)
        .join(', ') || '-',
    ]),
  )

/** What may follow a value in the sandbox, with the event that leads there. */
function followersOf({ table: { states: all, transitions } }: RecordModel, value: number) {
  return Object.entries(transitions).flatMap(([event, { from, to }]) => {
    const next = all[to]?.value
    const starts = from.some((state) => all[state]?.value === value)
    return starts && next !== undefined && next !== value ? [{ event, to: next }] : []
  })
}

/** Every state of the sandbox, and every value that the contract knows. */
function stagesOf(name: StateName, { table: { states: all } }: RecordModel): readonly Stage[] {
  const known = knownOf(name)
  const stages = Object.entries(all).map(([state, { value, final }]): Stage => {
    const { meaning = '', source = 'model' } = known[value] ?? {}
    return { value, name: state, meaning, final, source }
  })
  return stages.toSorted((a, b) => a.value - b.value)
}

function stepsOf(model: RecordModel): readonly Step[] {
  const values = Object.values(model.table.states).map(({ value }) => value)
  return values.flatMap((from) =>
    [...new Set(followersOf(model, from).map(({ to }) => to))].map((to) => ({ from, to })),
  )
}

function pictureOf(name: StateName) {
  const model = modelOf(name)
  if (!model) throw new TypeError(`The sandbox has no record with a ${spoken(name)}.`)
  return lifeCycle(stagesOf(name, model), stepsOf(model))
}

function inWords(name: StateName, model: RecordModel): string {
  const groups = Map.groupBy(stepsOf(model), ({ from }) => from)
  const steps = [...groups].map(([from, all]) => `${from} becomes ${all.map(({ to }) => to).join(' or ')}`)
  return `${spoken(name)} in the sandbox's model: ${steps.join('; ')}.`
}
