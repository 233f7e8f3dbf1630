import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import { Failure, createMisuse } from '@custody-wallet/demo/cli'

import type { Probe } from './observer.ts'

/**
 * Creates a probe that gets a URL with `{what}`, `{symbol}`, `{address}` and `{memo}` replaced. The response is an amount
 * such as `0.5`; 404 means that nothing is known.
 */
export function createHttpProbe(template: string): Probe {
  if (!isAddress(template))
    throw createMisuse('--probe must be a URL with http:// or https:// and without credentials.')
  return async (what, account) => {
    const values: Readonly<Record<string, string>> = { what, ...account }
    const url = template.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(values[name] ?? ''))
    const response = await fetch(url, { redirect: 'error' }).catch(() => {
      throw new Failure(`The probe ${url} does not respond. Start it, and check the URL.`, 2)
    })
    const text = (await response.text()).trim()
    if (response.status === 404) return undefined
    if (!response.ok)
      throw new Failure(`The probe ${url} failed with HTTP ${response.status}. Make it return an amount, or 404.`, 2)
    return removeQuotes(text)
  }
}

/** Creates a probe that runs a command. The command prints an amount, or nothing if it knows nothing. */
export function createCommandProbe(command: string): Probe {
  return async (what, { symbol, address, memo }) => {
    const variables = { WHAT: what, SYMBOL: symbol, ADDRESS: address, MEMO: memo }
    const env = { ...process.env, ...variables }
    try {
      const { stdout } = await promisify(execFile)('sh', ['-c', command], { env, timeout: 30_000 })
      return removeQuotes(stdout.trim())
    } catch (error) {
      throw new Failure(
        `The command of --probe-command failed: ${error instanceof Error ? error.message.trim() : String(error)}`,
        2,
      )
    }
  }
}

function isAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

// The amount may be a JSON string.
const removeQuotes = (text: string): string => text.replaceAll(/^"|"$/g, '')
