import type { SealedId } from '@custody-wallet/encryption'

import type { Contract } from '../contract.ts'
import { coverage, type Part } from '../figures/coverage.ts'
import { stepsPicture } from '../figures/steps.ts'
import type { Markup } from '../html.ts'
import { fenced, type Page, paragraphs } from '../page.ts'
import { familyNames } from '../pages/words.ts'
import { partsOf } from './covered.ts'
import { type Exchange, exchange } from './exchange.ts'
import { type BothSides, type Sides, type SuiteName, suites } from './sides.ts'
import type { ShownStep, Way } from './step.ts'
import { stepsOf } from './steps.ts'

/** One call for each family that is sealed. */
export const shownCalls: readonly SealedId[] = ['getAccount', 'listMpcWithdrawals', 'pullWithdrawals']

const intros: Readonly<Record<SuiteName, string>> = {
  modern: 'Ours: use it where you run both sides. Every message is sealed, signed, and bound to its place.',
  classic:
    'The dialect of the publicly documented deployments: use it to talk to them, and know what it leaves open.',
}

/** One call of each family under each suite, step by step and back, computed while the site is built. */
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
      'These messages are real. They were sealed, opened and taken apart while this page was built, with keys that were made for it and thrown away. Long texts are shortened. The token call seals nothing: it carries the headers `Api-Key` and `Timestamp`.',
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
      ...told(steps),
      `**What the signature of the request covers**`,
      `![${inWords(there ?? [])}](figure:${name}-there)`,
      `**What the signature of the answer covers**`,
      `![${inWords(back ?? [])}](figure:${name}-back)`,
    ).trimEnd(),
  }
}

const bindsOf = ({ merchant }: Sides) => merchant.profile.suite.binds

const told = ({ there, back }: Way): readonly string[] => [
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
