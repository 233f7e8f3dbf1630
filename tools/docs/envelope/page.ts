import type { SealedId } from '@custody-wallet/encryption'

import type { Contract } from '../contract.ts'
import { type Page, type Part, joinParagraphs, formatPartMark } from '../page.ts'
import { familyNames } from '../pages/words.ts'
import { createCoveragePart } from './coverage.ts'
import { type BothSides, type Exchange, type SuiteName, runExchange, suites } from './exchange.ts'
import { createStepsPart } from './folded.ts'
import { stepsBySuite } from './steps.ts'

/** One call of each sealed family. */
export const shownCalls: readonly SealedId[] = ['getAccount', 'listMpcWithdrawals', 'pullWithdrawals']

const intros: Readonly<Record<SuiteName, string>> = {
  modern:
    'Our own suite: use it if you run both sides. Every message is encrypted, signed, and bound to its context.',
  classic:
    'The suite of the publicly documented deployments: use it to talk to them, and note what it does not protect.',
}

/** One call of each family under each suite, step by step, computed during the build. */
export async function createEnvelopePage(contract: Contract, both: BothSides): Promise<Page> {
  const parts: Section[] = []
  for (const suite of suites) {
    for (const id of shownCalls)
      parts.push(createSection(suite, await runExchange(id, contract, both[suite])))
  }
  return {
    path: 'envelope',
    title: 'What travels on the wire',
    summary:
      'What the signature of each message covers and leaves open, and one call of each family under each suite, step by step and back.',
    section: 'What is known',
    parts: {
      coverage: createCoveragePart((suite) => both[suite].merchant.profile.suite.boundParts),
      ...Object.assign({}, ...parts.map(({ steps }) => steps)),
    },
    markdown: joinParagraphs(
      '# What travels on the wire',
      'A call travels under one of two suites: the encryption and signatures of a [profile](guides/getting-started.md#choose-a-profile), modern or classic. The picture shows what a signature covers in each message. What it does not cover, only the connection protects.',
      formatPartMark('coverage'),
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

function createSection(suite: SuiteName, result: Exchange): Section {
  const { family } = result.call.facts
  const { there, back } = stepsBySuite[suite][family === 'v1' ? 'envelope' : 'query'](result)
  const name = `${suite}-${family}`
  return {
    suite,
    steps: {
      [`${name}-there`]: createStepsPart(there, `${name}-`, 1),
      [`${name}-back`]: createStepsPart(back, `${name}-`, there.length + 1),
    },
    text: joinParagraphs(
      `### ${familyNames[family]}, ${suite}: ${result.call.id}`,
      formatPartMark(`${name}-there`),
      '**And back**',
      formatPartMark(`${name}-back`),
    ).trimEnd(),
  }
}
