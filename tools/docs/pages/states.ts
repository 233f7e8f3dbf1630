import { LifeCycle } from '@custody-wallet/pages'
import { type RecordModel, records } from '@custody-wallet/sandbox/model'
import { type KnownValue, type StateName, states } from '@custody-wallet/types'

import { lifeCycles } from '../../../packages/sandbox/src/generated/life-cycles.ts'
import type { Contract } from '../contract.ts'
import { createMarkup, type Markup } from '../html.ts'
import { type Page, joinParagraphs, formatTable } from '../page.ts'
import { getPointAnchor, points } from './open-points.ts'
import { formatSources, formatName } from './words.ts'

const names = Object.keys(states).filter((name): name is StateName => Object.hasOwn(states, name))

const getKnownValues = (name: StateName): Readonly<Record<string, KnownValue>> => states[name]

export async function createStatesPage(contract: Contract): Promise<Page> {
  const [lives, kinds] = [names.filter((name) => findModel(name)), names.filter((name) => !findModel(name))]
  const pictures = await Promise.all(lives.map(async (name) => [name, await createPicture(name)] as const))
  return {
    path: 'states',
    title: 'States',
    summary:
      'All known statuses: meaning, what to do, and next states in the sandbox, with a diagram of each life cycle.',
    section: 'Details',
    hasRowIds: true,
    scripts: ['assets/filter.js'],
    figures: Object.fromEntries(pictures),
    markdown: joinParagraphs(
      '# States',
      'New statuses may appear. Treat unknown ones as pending. Which statuses are final is [assumed](open-points.md#finality) (our guess; `finality`). What to do is our advice.',
      'The interface does **not document transitions**. The diagrams and the column "Sandbox" show the next states in [the sandbox](sandbox.md), which are our model. A real service may have other transitions.',
      'In the diagrams, the bold line is the way to the goal. A solid frame means that the interface documents the status, and a dashed frame that public documents of other deployments do. A dotted frame means that the status exists only in the sandbox. The word above a number is its name in the sandbox.',
      ...lives.map((name) => formatSection(name, contract)),
      '## Types',
      'These values classify records and do not change.',
      ...kinds.map((name) => formatSection(name, contract, '###')),
    ),
  }
}

/** Finds the sandbox's model of a record by its table of known values. */
const findModel = (name: StateName): RecordModel | undefined =>
  records.find(({ meanings: known }) => known === states[name])

function formatSection(name: StateName, { calls, plain }: Contract, mark = '##'): string {
  const schema = plain.components.schemas[formatSchemaName(name)]
  const used = calls.flatMap(({ id, facts }) =>
    Object.entries(facts.response.states).flatMap(([pointer, state]) =>
      state === name
        ? [`\`${pointer.replaceAll('/*', '').slice(1).replaceAll('/', '.')}\` of [${id}](calls/${id}.md)`]
        : [],
    ),
  )
  const open = Object.entries(points).filter(([, { place }]) => place.includes(`\`${formatSchemaName(name)}\``))
  const model = findModel(name)
  return joinParagraphs(
    `${mark} ${formatName(name)}`,
    schema?.description,
    model && `![${describeSteps(name, model)}](figure:${name})`,
    formatSources(Object.entries(getKnownValues(name))),
    model ? formatLifeTable(name, model) : formatKindTable(name),
    used.length > 0 && `Used in ${used.join(', ')}.`,
    open.length > 0 &&
      `Open points: ${open.map(([id, { what }]) => `[${what.replace(/\.$/, '')}](${getPointAnchor(id)})`).join('; ')}.`,
  ).trimEnd()
}

const formatSchemaName = (name: string): string => (name[0] ?? '').toUpperCase() + name.slice(1)

const formatKindTable = (name: StateName): string =>
  formatTable(
    ['Value', 'Meaning'],
    Object.entries(getKnownValues(name)).map(([value, { meaning }]) => [`\`${value}\``, meaning]),
  )

const formatLifeTable = (name: StateName, model: RecordModel): string =>
  formatTable(
    ['Value', 'Meaning', 'Final', 'What to do', 'Sandbox'],
    Object.entries(getKnownValues(name)).map(([value, { meaning, final, advice = '-' }]) => [
      `\`${value}\``,
      meaning,
      final ? 'assumed' : 'no',
      advice,
      findFollowers(model, Number(value))
        .map(({ to, event }) => `\`${to}\` (${event})`)
        .join(', ') || '-',
    ]),
  )

/** Lists the values that can follow in the sandbox, with their events. */
function findFollowers({ table: { states: all, transitions } }: RecordModel, value: number) {
  return Object.entries(transitions).flatMap(([event, { from, to }]) => {
    const next = all[to]?.value
    const isStart = from.some((state) => all[state]?.value === value)
    return isStart && next !== undefined && next !== value ? [{ event, to: next }] : []
  })
}

interface Step {
  readonly from: number
  readonly to: number
}

function listSteps(model: RecordModel): readonly Step[] {
  const values = Object.values(model.table.states).map(({ value }) => value)
  return values.flatMap((from) =>
    [...new Set(findFollowers(model, from).map(({ to }) => to))].map((to) => ({ from, to })),
  )
}

async function createPicture(name: StateName): Promise<Markup> {
  const model = findModel(name)
  const drawing = model && Object.entries(lifeCycles).find(([record]) => record === model.table.record)?.[1]
  if (!model || !drawing) throw new TypeError(`The sandbox has no record with a ${formatName(name)}.`)
  return createMarkup(
    String(
      await LifeCycle({ id: name, title: `Drawing: ${formatName(name)}`, label: describeSteps(name, model), drawing }),
    ),
  )
}

function describeSteps(name: StateName, model: RecordModel): string {
  const groups = Map.groupBy(listSteps(model), ({ from }) => from)
  const steps = [...groups].map(([from, all]) => `${from} becomes ${all.map(({ to }) => to).join(' or ')}`)
  return `${formatName(name)} in the sandbox's model: ${steps.join('; ')}.`
}
