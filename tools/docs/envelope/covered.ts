// What the signatures of a suite cover. What a suite binds it says itself.
import type { Suite } from '@custody-wallet/encryption'

import type { Part } from '../figures/coverage.ts'
import type { SuiteName } from './sides.ts'

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

/** Parts of a message, with what covers each. */
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

// Blocks are valid alone, so nothing says how many there were, and in which order.
const orderOf = (suite: SuiteName): readonly Part[] =>
  suite === 'classic' ? [{ name: 'number and order of the blocks' }] : []
