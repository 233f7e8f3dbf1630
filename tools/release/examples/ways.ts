// One rule for every code block: it has a language, and its language has a way to be checked.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { operations } from '@custody-wallet/types/operations'

import type { Block } from './blocks.ts'
import { uncompiled, unrun } from './programs.ts'
import { root } from './root.ts'
import { unplayed, unreadable } from './shell.ts'

type Check = (blocks: readonly Block[]) => Promise<readonly string[]> | readonly string[]

/** What is done with the blocks of a language: at every run of the gate, and in the long tests. */
type Way = { readonly [When in Pace]?: Check }
export type Pace = 'quick' | 'full'

export const ways = {
  ts: { quick: uncompiled, full: unrun },
  sh: { quick: unreadable, full: unplayed },
  json: { quick: each(unparsed) },
  http: { quick: each(unknownCall) },
  yaml: { quick: each(deadReference) },
  // For eyes alone.
  text: {},
} as const

ways satisfies Readonly<Record<string, Way>>

/** What is wrong with blocks, each by its place. */
export async function problemsOf(blocks: readonly Block[], pace: Pace): Promise<readonly string[]> {
  const languages = [...new Set(blocks.map(({ language }) => language))]
  const found = await Promise.all(languages.map((language) => checked(language, blocks, pace)))
  return found.flat()
}

async function checked(language: string, blocks: readonly Block[], pace: Pace): Promise<readonly string[]> {
  const those = blocks.filter((block) => block.language === language)
  const table: Readonly<Record<string, Way>> = ways
  const way = Object.hasOwn(table, language) ? table[language] : undefined
  if (way) return (await way[pace]?.(those)) ?? []
  const known = Object.keys(ways).join(', ')
  return those.map(({ place }) => `${place} is "${language}", which nobody checks: take one of ${known}.`)
}

function each(problemOf: (code: string) => string | undefined): Check {
  return (blocks) =>
    blocks.flatMap(({ place, code }) => {
      const problem = problemOf(code)
      return problem === undefined ? [] : [`${place}: ${problem}`]
    })
}

function unparsed(code: string): string | undefined {
  try {
    JSON.parse(code)
    return undefined
  } catch (error) {
    return `it is no JSON: ${String(error)}`
  }
}

function unknownCall(code: string): string | undefined {
  const [, method, server, path] = /^([A-Z]+) \{(\w+)\}(\/[^?\s]*)(?:\?\S.*)?\n$/.exec(code) ?? []
  const found = Object.values(operations).some(
    (call) => call.method === method && call.server === server && call.path === path,
  )
  return found ? undefined : `the contract has no call "${code.trim()}".`
}

// The samples of the description stand where its paths do.
function deadReference(code: string): string | undefined {
  const targets = [...code.matchAll(/\$ref: *([^\s}]+)/g)].map(([, target = '']) => target)
  if (targets.length === 0) return 'it refers to no file, so nothing of it can be checked.'
  const dead = targets.filter((target) => !existsSync(join(root, 'spec/paths', target)))
  return dead.length === 0 ? undefined : `${dead.join(' and ')} leads to no file.`
}
