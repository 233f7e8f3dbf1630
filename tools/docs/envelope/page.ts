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
  modern: 'Use our own suite if you run both sides. It encrypts and signs every message, and binds it to its context.',
  classic:
    'Use the suite of the publicly documented deployments to connect to them, and note what it does not protect.',
}

/** Shows one call of each family with each suite, computed during the build. */
export async function createEnvelopePage(contract: Contract, both: BothSides): Promise<Page> {
  const parts: Section[] = []
  for (const suite of suites) {
    for (const id of shownCalls) parts.push(createSection(suite, await runExchange(id, contract, both[suite])))
  }
  return {
    path: 'envelope',
    title: 'Messages on the wire',
    summary: 'What the signature of each message covers, and one call of each family with each suite, step by step.',
    section: 'Details',
    parts: {
      coverage: createCoveragePart((suite) => both[suite].merchant.profile.suite.boundParts),
      ...Object.assign({}, ...parts.map(({ steps }) => steps)),
    },
    markdown: joinParagraphs(
      '# Messages on the wire',
      'A [profile](guides/getting-started.md#choose-a-profile) uses one of two suites of encryption and signatures: modern or classic. The table shows which parts of each message are signed. Anything unsigned is protected only by TLS. To **seal** a message is to encrypt and sign it; to **open** it is to decrypt and verify it.',
      formatPartMark('coverage'),
      'The messages below are real and were created for this page. Open a step to see its text; long texts are shortened. The token call is not sealed: it has the headers `Api-Key` and `Timestamp`.',
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
      '**Response**',
      formatPartMark(`${name}-back`),
    ).trimEnd(),
  }
}
