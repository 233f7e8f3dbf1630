import { expect } from 'vitest'

import { toFields } from '../../redocly/views/project.ts'
import type { Call } from '../contract.ts'

/** What the wire mock responds: what is documented, but for the end of a token, which is of the moment. */
export function readResponse({ facts, response }: Call): unknown {
  if (facts.family !== 'token') return response
  const { data, ...rest } = toFields(response)
  const expired: unknown = expect.closeTo(Date.now() + 2 * 3_600_000, -6)
  return { ...rest, data: { ...toFields(data), expired_time: expired } }
}
