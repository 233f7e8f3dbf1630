// Ways to ask a receiver in any language how much it credited.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import { Failure, createMisuse } from '@custody-wallet/server/cli'

import type { Probe } from './observer.ts'

/**
 * Asks a URL by GET, which has `{what}`, `{symbol}`, `{address}` and `{memo}` where their values belong. The response is an
 * amount as text, such as `0.5`; 404 means that nothing is known.
 */
export function httpProbe(template: string): Probe {
  if (!isAddress(template))
    throw createMisuse('--probe needs an address with http:// or https:// and without credentials.')
  return async (what, account) => {
    const values: Readonly<Record<string, string>> = { what, ...account }
    const url = template.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
      encodeURIComponent(values[name] ?? ''),
    )
    const response = await fetch(url, { redirect: 'error' }).catch(() => {
      throw new Failure(`The probe ${url} does not respond: start it, and check the address.`, 2)
    })
    const text = (await response.text()).trim()
    if (response.status === 404) return undefined
    if (!response.ok) throw new Failure(`The probe ${url} answered HTTP ${response.status}.`, 2)
    return unquoted(text)
  }
}

/**
 * Runs a command with the variables `WHAT`, `SYMBOL`, `ADDRESS` and `MEMO`. It prints an amount, or nothing where nothing
 * is known.
 */
export function commandProbe(command: string): Probe {
  return async (what, { symbol, address, memo }) => {
    const variables = { WHAT: what, SYMBOL: symbol, ADDRESS: address, MEMO: memo }
    const env = { ...process.env, ...variables }
    try {
      const { stdout } = await promisify(execFile)('sh', ['-c', command], { env, timeout: 30_000 })
      return unquoted(stdout.trim())
    } catch (error) {
      throw new Failure(
        `The probe failed: ${error instanceof Error ? error.message.trim() : String(error)}`,
        2,
      )
    }
  }
}

function isAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

/** An amount that may be a JSON text. */
const unquoted = (text: string): string => text.replaceAll(/^"|"$/g, '')
