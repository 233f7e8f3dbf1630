// Types of results. Search groups results by type.
import type { Page } from '../page.ts'

interface Type {
  readonly title: string
  /** Guides explain more than lists, and packages repeat what guides say. */
  readonly rank: number
}

export const types = {
  guide: { title: 'Guides', rank: 1 },
  call: { title: 'Calls', rank: 0.9 },
  state: { title: 'States', rank: 0.8 },
  code: { title: 'Error codes', rank: 0.6 },
  package: { title: 'Packages', rank: 0.5 },
  command: { title: 'Commands', rank: 0.5 },
  reference: { title: 'Reference', rank: 0.5 },
  'open-point': { title: 'Open points', rank: 0.4 },
} as const satisfies Readonly<Record<string, Type>>

export type ResultType = keyof typeof types

// The first pattern that fits the path of a page decides.
const patterns: readonly (readonly [RegExp, ResultType])[] = [
  [/^calls/, 'call'],
  [/^codes$/, 'code'],
  [/^states$/, 'state'],
  [/^packages\//, 'package'],
  [/^commands$/, 'command'],
  [/^open-points$/, 'open-point'],
  [/^(?:reference|wire|envelope|limits|sandbox|changelog|downloads)/, 'reference'],
]

export const getResultType = ({ path }: Pick<Page, 'path'>): ResultType =>
  patterns.find(([pattern]) => pattern.test(path))?.[1] ?? 'guide'
