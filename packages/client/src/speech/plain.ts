import type { Parameters } from '@custody-wallet/types'
import type { OperationId } from '@custody-wallet/types/operations'
import { answers, parameters as predicates } from '@custody-wallet/types/validate'

import { calls } from '../generated/calls.ts'
import { readJson } from './json.ts'
import type * as Comparison from './mismatches.ts'
import type { Outgoing, Prepared, Speech } from './speech.ts'

export interface PlainSpeechOptions {
  /** Address that serves all calls. */
  readonly address: string
  /** Path segments with a fixed text. */
  readonly segments: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
}

// The first answer loads it, so that a page that calls nothing yet goes without it. An import costs much, even of what is
// loaded.
let comparison: typeof Comparison | undefined

/** The plain view over HTTP: the same calls, and nothing sealed. */
export function plainSpeech(options: PlainSpeechOptions): Speech {
  return {
    async prepare({ operation, parameters }): Promise<Prepared> {
      if (!fits(operation, parameters)) throw (await words()).parametersError(operation, parameters)
      const outgoing = outgoingOf(operation, parameters, options)
      return {
        request: () => outgoing,
        read: async (body, _signal, source) => {
          const answer = readJson(operation, body, source)
          if (!answers[operation](answer)) throw (await words()).answerError(operation, answer)
          comparison ??= await import('./mismatches.ts')
          comparison.checkMatches(operation, parameters, answer)
          return { answer, assurance: 'transport' }
        },
      }
    },
  }
}

const words = async () => import('../errors/explain.ts')

const fits = (operation: OperationId, value: unknown): value is Parameters[OperationId] =>
  predicates[operation](value)

function outgoingOf(
  operation: OperationId,
  parameters: Parameters[OperationId],
  { address, segments, headers }: PlainSpeechOptions,
): Outgoing {
  const { method, path } = calls[operation]
  const url = `${address}${path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => segmentOf(segments, name))}`
  const accept = { accept: 'application/json', ...headers }
  if (method === 'GET') return { url: `${url}${queryOf(parameters)}`, method, headers: accept }
  const body = JSON.stringify(parameters)
  return { url, method, headers: { ...accept, 'content-type': 'application/json' }, body }
}

function segmentOf(segments: Readonly<Record<string, string>>, name: string): string {
  const text = segments[name]
  if (text === undefined || !/^[\w.~-]*[\w~-][\w.~-]*$/.test(text))
    throw new TypeError(`segments.${name} must have letters, digits and .~_- only.`)
  return text
}

// A list is joined by commas that stay as they are, so that a receiver can tell them from those of an entry.
function queryOf(parameters: object): string {
  const pairs = Object.entries(parameters).flatMap(([name, value]: [string, unknown]) =>
    value === undefined ? [] : [`${name}=${encoded(value)}`],
  )
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

const encoded = (value: unknown): string =>
  Array.isArray(value) ? value.map(encoded).join(',') : encodeURIComponent(String(value))
