import { expect } from 'vitest'

import { toFields } from '../../redocly/views/project.ts'
import type { Call } from '../contract.ts'

/** The documented response of the wire mock, except the expiry of a token, which depends on the time. */
export function readResponse({ facts, response }: Call): unknown {
  if (facts.family !== 'token') return response
  const { data, ...rest } = toFields(response)
  const expired: unknown = expect.closeTo(Date.now() + 2 * 3_600_000, -6)
  return { ...rest, data: { ...toFields(data), expired_time: expired } }
}
