// Why a sandbox rejected a message: its log says it, to whoever has the token of its control port.
import type { UnknownKey } from '@custody-wallet/encryption'
import { isLoopback } from '@custody-wallet/server/core'

import { createControl } from '../control.ts'
import { readField } from '../json-values.ts'
import type { Rejection } from './stages.ts'

/** The log lists the newest request first. */
const newest = { limit: 1 }

export interface LogOptions {
  /** Address of the control port, if it is given. */
  readonly control: string | undefined
  readonly env: NodeJS.ProcessEnv
  /** Address of the sealed calls. A sandbox says there where its control port is. */
  readonly service: string | undefined
}

/** Reads the newest entry of the log; undefined if it is not a rejection, without a sandbox, or without its token. */
export function createRejectionReader({
  control,
  env,
  service,
}: LogOptions): () => Promise<Rejection | undefined> {
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

// The token must not leave this machine for an address that a server names.
const consoleAddress = /(https?:\/\/[^\s/]+)\/console\/$/m

async function readAnnouncement(service: string | undefined): Promise<string | undefined> {
  if (service === undefined || !isHere(service)) return undefined
  const response = await fetch(service, { redirect: 'error', signal: AbortSignal.timeout(5000) })
  const [, found] = consoleAddress.exec(await response.text()) ?? []
  return found !== undefined && isHere(found) ? found : undefined
}

const isHere = (url: string): boolean => URL.canParse(url) && isLoopback(new URL(url).hostname)

function parseRejection(entry: unknown): Rejection | undefined {
  const [id, reason] = [readField(entry, 'id'), readField(entry, 'rejection')]
  if (typeof id !== 'number' || typeof reason !== 'string') return undefined
  const unknownKey = readField(entry, 'unknownKey')
  return { id, reason, ...(isUnknownKey(unknownKey) && { unknownKey }) }
}

const isUnknownKey = (value: unknown): value is UnknownKey =>
  typeof readField(value, 'id') === 'string' &&
  ['encryption', 'signature'].includes(String(readField(value, 'use')))
