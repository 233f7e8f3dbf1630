// Ways to ask a receiver in any language how much it credited.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import { ProbeError } from './observer.ts'
import type { Probe } from './session.ts'

/**
 * Asks a URL by GET, which has `{what}`, `{symbol}`, `{address}` and `{memo}` where their values belong. The answer is an
 * amount as text, such as `0.5`; 404 means that nothing is known.
 *
 * @example
 * ```ts
 * import { httpProbe } from '@custody-wallet/receiver/verify'
 *
 * const probe = httpProbe('http://localhost:3000/test/{what}?symbol={symbol}&address={address}&memo={memo}')
 * console.log(typeof probe) // function
 * ```
 */
export function httpProbe(template: string): Probe {
  if (!/^https?:\/\//.test(template))
    throw new TypeError('A probe needs an address with http:// or https://.')
  return async (what, account) => {
    const values: Readonly<Record<string, string>> = { what, ...account }
    const url = template.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
      encodeURIComponent(values[name] ?? ''),
    )
    const response = await fetch(url, { redirect: 'error' }).catch((error: unknown) => {
      throw new ProbeError(`The probe ${url} does not answer: start it, and check the address.`, {
        cause: error,
      })
    })
    const text = (await response.text()).trim()
    if (response.status === 404) return undefined
    if (!response.ok) throw new ProbeError(`The probe ${url} answered HTTP ${response.status}.`)
    return unquoted(text)
  }
}

/**
 * Runs a command with the variables `WHAT`, `SYMBOL`, `ADDRESS` and `MEMO`. It prints an amount, or nothing where nothing
 * is known.
 *
 * @example
 * ```ts
 * import { commandProbe } from '@custody-wallet/receiver/verify'
 *
 * console.log(await commandProbe('echo 0.5')('credited', { symbol: 'BTC', address: 'bc1qexample', memo: '' })) // 0.5
 * ```
 */
export function commandProbe(command: string): Probe {
  return async (what, { symbol, address, memo }) => {
    const variables = { WHAT: what, SYMBOL: symbol, ADDRESS: address, MEMO: memo }
    const env = { ...process.env, ...variables }
    try {
      const { stdout } = await promisify(execFile)('sh', ['-c', command], { env, timeout: 30_000 })
      return unquoted(stdout.trim())
    } catch (error) {
      throw new ProbeError(
        `The probe failed: ${error instanceof Error ? error.message.trim() : String(error)}`,
      )
    }
  }
}

/** An amount that may be a JSON text. */
const unquoted = (text: string): string => text.replaceAll(/^"|"$/g, '')
