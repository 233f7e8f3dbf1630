import type { SealedId } from '@custody-wallet/encryption'

import type { Contract } from '../contract.ts'
import { type Page, type Part, paragraphs, partAt } from '../page.ts'
import { familyNames } from '../pages/words.ts'
import { coveragePart } from './coverage.ts'
import { type BothSides, type Exchange, type SuiteName, exchange, suites } from './exchange.ts'
import { stepsPart } from './folded.ts'
import { stepsOf } from './steps.ts'

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
      'What the signature of each message covers and leaves open, and one call of each family under each suite, step by step and back.',
    section: 'What is known',
    parts: {
      coverage: coveragePart((suite) => both[suite].merchant.profile.suite.binds),
      ...Object.assign({}, ...parts.map(({ steps }) => steps)),
    },
    markdown: paragraphs(
      '# What travels on the wire',
      'A call travels under one of two suites: the encryption and signatures of a [profile](guides/getting-started.md#choose-a-profile), modern or classic. The picture shows what a signature covers in each message. What it does not cover, only the connection protects.',
      partAt('coverage'),
      'The messages below are real: the build of this page created, sealed and opened them, with keys that it did not store. Open a step to see its text; long texts are shortened. The token call is not sealed: it has the headers `Api-Key` and `Timestamp`.',
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
  readonly steps: Readonly<Record<string, Part>>
}

function sectionOf(suite: SuiteName, done: Exchange): Section {
  const { family } = done.call.facts
  const { there, back } = stepsOf[suite][family === 'v1' ? 'envelope' : 'query'](done)
  const name = `${suite}-${family}`
  return {
    suite,
    steps: {
      [`${name}-there`]: stepsPart(there, `${name}-`, 1),
      [`${name}-back`]: stepsPart(back, `${name}-`, there.length + 1),
    },
    text: paragraphs(
      `### ${familyNames[family]}, ${suite}: ${done.call.id}`,
      partAt(`${name}-there`),
      '**And back**',
      partAt(`${name}-back`),
    ).trimEnd(),
  }
}
