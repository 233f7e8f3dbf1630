import { isLoopback } from '@custody-wallet/demo/cli'
import type { UnknownKey } from '@custody-wallet/encryption'

import { createControl } from '../control.ts'
import { readField } from '../json-values.ts'
import type { Rejection } from './stages.ts'

// The log lists the newest request first.
const newest = { limit: 1 }

export interface LogOptions {
  /** Address of the control port, if the command line has it. */
  readonly control: string | undefined
  readonly env: NodeJS.ProcessEnv
  /** Address of the sealed calls, where a sandbox announces its control port. */
  readonly service: string | undefined
}

/** Reads the newest entry of a sandbox's log; undefined without a rejection, a sandbox or its token. */
export function createRejectionReader({ control, env, service }: LogOptions): () => Promise<Rejection | undefined> {
  return async () => {
    try {
      const url = control ?? (env['SANDBOX_CONTROL_URL'] || (await readAnnouncement(service)))
      const requests = await createControl(url, env).call('/requests/list', newest, 'GET')
      return Array.isArray(requests) ? parseRejection(requests[0]) : undefined
    } catch {
      return undefined
    }
  }
}

// The token must not go to another machine because a server names its address.
const consoleAddress = /(https?:\/\/[^\s/]+)\/console\/$/m

async function readAnnouncement(service: string | undefined): Promise<string | undefined> {
  if (service === undefined || !isLocalAddress(service)) return undefined
  const response = await fetch(service, { redirect: 'error', signal: AbortSignal.timeout(5000) })
  const [, found] = consoleAddress.exec(await response.text()) ?? []
  return found !== undefined && isLocalAddress(found) ? found : undefined
}

const isLocalAddress = (url: string): boolean => URL.canParse(url) && isLoopback(new URL(url).hostname)

function parseRejection(entry: unknown): Rejection | undefined {
  const [id, reason] = [readField(entry, 'id'), readField(entry, 'rejection')]
  if (typeof id !== 'number' || typeof reason !== 'string') return undefined
  const unknownKey = readField(entry, 'unknownKey')
  return { id, reason, ...(isUnknownKey(unknownKey) && { unknownKey }) }
}

const isUnknownKey = (value: unknown): value is UnknownKey =>
  typeof readField(value, 'id') === 'string' && ['encryption', 'signature'].includes(String(readField(value, 'use')))
