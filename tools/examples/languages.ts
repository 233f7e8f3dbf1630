// Every code block has a language, and every language has its checks.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { operations } from '@custody-wallet/types/operations'

import { root } from '../workspace/root.ts'
import type { Block } from './blocks.ts'
import { findUncompiled, findFailing } from './programs.ts'
import { findFailingBlocks, findUnreadable } from './shell.ts'

type Check = (blocks: readonly Block[]) => Promise<readonly string[]> | readonly string[]

/** The checks of a language in the quick tests and in the long ones. */
type Checks = { readonly [Mode in TestMode]?: Check }
export type TestMode = 'quick' | 'full'

export const checks = {
  ts: { quick: findUncompiled, full: findFailing },
  sh: { quick: findUnreadable, full: findFailingBlocks },
  json: { quick: createBlockCheck(findParseError) },
  http: { quick: createBlockCheck(findUnknownCall) },
  yaml: { quick: createBlockCheck(findDeadReference) },
  // Text is only for readers.
  text: {},
} as const satisfies Readonly<Record<string, Checks>>

/** Problems of blocks, each with its location. */
export async function findProblems(blocks: readonly Block[], mode: TestMode): Promise<readonly string[]> {
  const languages = [...new Set(blocks.map(({ language }) => language))]
  const found = await Promise.all(languages.map((language) => checkLanguage(language, blocks, mode)))
  return found.flat()
}

async function checkLanguage(language: string, blocks: readonly Block[], mode: TestMode): Promise<readonly string[]> {
  const those = blocks.filter((block) => block.language === language)
  const table: Readonly<Record<string, Checks>> = checks
  const found = Object.hasOwn(table, language) ? table[language] : undefined
  if (found) return (await found[mode]?.(those)) ?? []
  const known = Object.keys(checks).join(', ')
  return those.map(
    ({ location }) => `${location} has the language "${language}", which has no check: use one of ${known}.`,
  )
}

function createBlockCheck(problemOf: (code: string) => string | undefined): Check {
  return (blocks) =>
    blocks.flatMap(({ location, code }) => {
      const problem = problemOf(code)
      return problem === undefined ? [] : [`${location}: ${problem}`]
    })
}

function findParseError(code: string): string | undefined {
  try {
    JSON.parse(code)
    return undefined
  } catch (error) {
    return `it is not JSON: ${String(error)}`
  }
}

function findUnknownCall(code: string): string | undefined {
  const [, method, server, path] = /^([A-Z]+) \{(\w+)\}(\/[^?\s]*)(?:\?\S.*)?\n$/.exec(code) ?? []
  const found = Object.values(operations).some(
    (call) => call.method === method && call.server === server && call.path === path,
  )
  return found ? undefined : `the contract has no call "${code.trim()}".`
}

// References are relative to the folder of the paths.
function findDeadReference(code: string): string | undefined {
  const targets = [...code.matchAll(/\$ref: *([^\s}]+)/g)].map(([, target = '']) => target)
  if (targets.length === 0) return 'it refers to no file: a yaml block needs a $ref.'
  const dead = targets.filter((target) => !existsSync(join(root, 'spec/paths', target)))
  return dead.length === 0 ? undefined : `${dead.join(' and ')} does not exist.`
}
