import type { SealedId, Suite } from '@custody-wallet/encryption'

import type { Contract } from '../contract.ts'
import { type Part, coverage, stepsPicture } from '../figures.ts'
import type { Markup } from '../html.ts'
import { type Page, fenced, paragraphs } from '../page.ts'
import { familyNames } from '../pages/words.ts'
import { type BothSides, type Exchange, type Sides, type SuiteName, exchange, suites } from './exchange.ts'
import { type ShownStep, type Steps, stepsOf } from './steps.ts'

/** One call of each sealed family. */
export const shownCalls: readonly SealedId[] = ['getAccount', 'listMpcWithdrawals', 'pullWithdrawals']

const intros: Readonly<Record<SuiteName, string>> = {
  modern:
    'Our own suite: use it if you run both sides. Every message is encrypted, signed, and bound to its context.',
  classic:
    'The suite of the publicly documented deployments: use it to talk to them, and note what it does not protect.',
}

/** One call of each family under each suite, step by step, computed during the build. */
export async function envelopePage(contract: Contract, both: BothSides): Promise<Page> {
  const parts: Section[] = []
  for (const suite of suites) {
    for (const id of shownCalls) parts.push(sectionOf(suite, await exchange(id, contract, both[suite])))
  }
  return {
    path: 'envelope',
    title: 'What travels on the wire',
    summary:
      'One call of each family under each suite, step by step and back, with what its signature covers and what it leaves open.',
    section: 'What is known',
    figures: Object.assign({}, ...parts.map(({ figures }) => figures)),
    markdown: paragraphs(
      '# What travels on the wire',
      'These messages are real: the build of this page created, sealed and opened them, with keys that it did not store. Long texts are shortened. The token call is not sealed: it has the headers `Api-Key` and `Timestamp`.',
      ...suites.flatMap((suite) => [
        `## ${suite === 'modern' ? 'Modern' : 'Classic'}`,
        intros[suite],
        ...parts.filter((part) => part.suite === suite).map(({ text }) => text),
      ]),
    ),
  }
}

interface Section {
  readonly suite: SuiteName
  readonly text: string
  readonly figures: Readonly<Record<string, Markup>>
}

function sectionOf(suite: SuiteName, done: Exchange): Section {
  const { call, sides } = done
  const way = call.facts.family === 'v1' ? 'envelope' : 'query'
  const steps = stepsOf[suite][way](done)
  const name = `${suite}-${call.facts.family}`
  const [there, back] = (['there', 'back'] as const).map((direction) =>
    partsOf(suite, way, direction, bindsOf(sides)),
  )
  return {
    suite,
    figures: {
      [`${name}-steps`]: stepsPicture(steps.there),
      [`${name}-there`]: coverage(there ?? []),
      [`${name}-back`]: coverage(back ?? []),
    },
    text: paragraphs(
      `### ${familyNames[call.facts.family]}, ${suite}: ${call.id}`,
      `![Steps of the request: ${steps.there.map((step) => step.name).join(', ')}.](figure:${name}-steps)`,
      ...textsOf(steps),
      `**What the signature of the request covers**`,
      `![${inWords(there ?? [])}](figure:${name}-there)`,
      `**What the signature of the answer covers**`,
      `![${inWords(back ?? [])}](figure:${name}-back)`,
    ).trimEnd(),
  }
}

const bindsOf = ({ merchant }: Sides) => merchant.profile.suite.binds

const textsOf = ({ there, back }: Steps): readonly string[] => [
  ...there.map((step, index) => stepText(step, `${index + 1}`)),
  '**And back**',
  ...back.map((step, index) => stepText(step, `${there.length + index + 1}`)),
]

const stepText = ({ name, note, language, code }: ShownStep, number: string): string =>
  `#### ${number}. ${name}\n\n${note}\n\n${fenced(language, code)}`

function inWords(parts: readonly Part[]): string {
  const list = (covered: boolean): string =>
    parts
      .filter(({ by }) => Boolean(by) === covered)
      .map(({ name }) => name)
      .join(', ') || 'nothing'
  return `Signed: ${list(true)}. Left open: ${list(false)}.`
}

type Bound = Suite['binds'] extends ReadonlySet<infer Name> ? Name : never

const places: readonly (readonly [Bound, string])[] = [
  ['app', 'merchant (app_id)'],
  ['path', 'path'],
  ['direction', 'direction'],
  ['audience', 'receiver'],
]
const moment = ['time', 'time'] as const
const answers: readonly (readonly [Bound, string])[] = [
  ['answer', 'code and msg'],
  ['request', 'the request that it answers'],
]

type Means = Readonly<Record<'query' | 'envelope', string>>
const means: Readonly<Record<SuiteName, Means>> = {
  modern: { query: 'JWS', envelope: 'MD5 and SHA-256' },
  classic: { query: 'block by block', envelope: 'MD5' },
}

/** Parts of a message, and how the signature covers each. The suite lists what its header binds. */
export function partsOf(
  suite: SuiteName,
  way: 'query' | 'envelope',
  direction: 'there' | 'back',
  binds: ReadonlySet<Bound>,
): readonly Part[] {
  const bound = ([name, words]: readonly [Bound, string]): Part => ({
    name: words,
    by: binds.has(name) ? 'header' : undefined,
  })
  const content = { name: 'content', by: means[suite][way] }
  if (way === 'envelope')
    return [content, ...[moment, ...places].map(bound), ...(direction === 'back' ? answers.map(bound) : [])]
  if (direction === 'there')
    return [content, { name: 'time', by: 'part of the content' }, ...places.map(bound), ...orderOf(suite)]
  if (suite === 'modern') return [content, ...answers.map(bound)].map(({ name }) => ({ name }))
  return [
    content,
    { name: 'code and msg', by: 'part of the content' },
    ...places.map(bound),
    ...answers.slice(1).map(bound),
    ...orderOf(suite),
  ]
}

// Each block is valid on its own, so their number and order are not protected.
const orderOf = (suite: SuiteName): readonly Part[] =>
  suite === 'classic' ? [{ name: 'number and order of the blocks' }] : []
