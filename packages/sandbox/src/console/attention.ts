// What needs a person, with the page that shows the cases.
import type { Control } from '../control/control.ts'
import { MissingError } from '../errors.ts'
import { formatListTitle, type RecordKindName, recordKinds } from '../records/kinds.ts'
import { listNames } from '../states/table.ts'
import { formatLink, formatListLink } from './links.ts'

/** Summary of a merchant. */
export type Overview = Awaited<ReturnType<Control['overview']['get']>>
type Case = Overview['attention'][number]

/** Cases that need a person. */
export interface AttentionLink {
  /** Path of the page of the navigation that has them. */
  readonly page: string
  /** Page that lists exactly them. */
  readonly href: string
  readonly count: number
  /** What they are, such as `held deposits`. */
  readonly label: string
  readonly tone: 'stop' | 'wait'
}

interface Location {
  readonly page: string
  readonly href: string
}

const toLocation = (path: string, query: Readonly<Record<string, string>> = {}): Location => ({
  page: formatLink(path),
  href: formatLink(path, query),
})

interface Reason {
  readonly tone: AttentionLink['tone']
  readonly describe: (count: number, kind: RecordKindName | undefined, state: string) => string
  readonly locate: (parameters: Readonly<Record<string, string>>, kind: RecordKindName | undefined) => Location
}

const describePlural =
  (one: string, many = `${one}s`) =>
  (count: number): string =>
    count === 1 ? one : many

const locateRecords: Reason['locate'] = ({ state, held }, kind = 'deposit') => ({
  page: formatListLink(kind),
  href: formatListLink(kind, { state, held }),
})

const nameRecords = (count: number, kind: RecordKindName = 'deposit'): string =>
  count === 1
    ? recordKinds[kind].title
    : formatListTitle(kind).replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())

const reasons: { readonly [Type in Case['type']]: Reason } = {
  held: { tone: 'wait', describe: (count, kind) => `held ${nameRecords(count, kind)}`, locate: locateRecords },
  undecided: {
    tone: 'wait',
    describe: (count, kind, state) => `${state} ${nameRecords(count, kind)}`,
    locate: locateRecords,
  },
  'given-up': {
    tone: 'stop',
    describe: describePlural('failed notification'),
    locate: (query) => toLocation('/notifications', query),
  },
  retry: {
    tone: 'wait',
    describe: describePlural('retried notification'),
    locate: () => toLocation('/notifications', { state: 'waiting' }),
  },
  'low-pool': { tone: 'wait', describe: describePlural('low address pool'), locate: () => toLocation('/merchant') },
  fault: { tone: 'wait', describe: describePlural('active fault'), locate: () => toLocation('/faults') },
  'failed-timer': { tone: 'stop', describe: describePlural('failed timer'), locate: () => toLocation('/chain') },
  conflict: {
    tone: 'stop',
    describe: describePlural('conflicting duplicate'),
    locate: (query) => toLocation('/requests', query),
  },
}

/** Reads what needs a person; nothing for an unknown merchant. */
export async function readAttention({ overview }: Control, appId: string): Promise<readonly AttentionLink[]> {
  try {
    return listAttentionLinks((await overview.get({ appId })).attention)
  } catch (error) {
    if (error instanceof MissingError) return []
    throw error
  }
}

/** Lists what needs a person, each with its pages. */
export const listAttentionLinks = (attention: Overview['attention']): readonly AttentionLink[] =>
  attention.map(({ type, count, parameters }) => {
    const query = Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, String(value)]))
    const kind = listNames(recordKinds).find((each) => each === query['kind'])
    const { tone, describe, locate } = reasons[type]
    return { ...locate(query, kind), count, label: describe(count, kind, query['state'] ?? ''), tone }
  })
