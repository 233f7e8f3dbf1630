import { createParty, type PartyOptions, type Profile } from '@custody-wallet/encryption'
import { createExchange } from '@custody-wallet/encryption/internal'
import { isReservedHeader, type Urls } from '@custody-wallet/types/http'
import type { OperationId } from '@custody-wallet/types/operations'
import { isObject } from '@custody-wallet/types/validate'

import type { CallDefaults, CallOptions } from './call.ts'
import { checkCount, isHeaderText, isLocal, checkSecureAddress } from './calls/checks.ts'
import type { WorkflowSettings } from './calls/client-settings.ts'
import { createClient } from './calls/client.ts'
import { createPipeline, createRetryReader } from './calls/pipeline.ts'
import { type ClientOptions, createSettings } from './calls/settings.ts'
import { createServerClock } from './clock.ts'
import type { PlainClient } from './plain.ts'
import { createSealedProtocol, preventResend, translateErrors } from './protocols/sealed.ts'
import { createReadinessCheck, type CustodyReadiness } from './readiness.ts'
import { createTokenGetter, createTokenAttachment, createTokenProtocol, createTokens } from './token/protocol.ts'
import { createTracing } from './tracing.ts'

/** Options of `createCustody`. */
export interface CustodyOptions extends ClientOptions, Pick<PartyOptions, 'onRejected'> {
  /** Keys, dialect, and settings for open points of the interface. */
  readonly profile: Profile
  readonly urls: Urls
  /** Credential of the token call. Logs do not show an object with `reveal`, such as a `Secret`. */
  readonly apiKey?: string | { reveal(): string } | undefined
  /** Most characters of an encrypted URL. Default: 8,000. */
  readonly maxUrlLength?: number | undefined
}

/** The calls of the interface, encrypted and signed by a profile. */
export interface Custody extends PlainClient {
  /** Returns a client with other call defaults, which shares token, clock, queue and retry budget. */
  readonly with: (defaults: CallDefaults) => Custody
  /** Returns the token that all calls share. It is cached, and renewed before it expires. */
  readonly accessToken: (options?: Pick<CallOptions, 'signal'>) => Promise<string>
  /**
   * Checks the local clock, the keys, and the token if there is an Api-Key, for `checks` of `listen()`. It never rejects. It
   * makes a call only if there is no valid token.
   */
  readonly ready: (signal?: AbortSignal) => Promise<CustodyReadiness>
}

/**
 * Creates a client that encrypts and signs each call.
 *
 * @example
 * ```ts
 * import { createCustody } from '@custody-wallet/client'
 * import { modern } from '@custody-wallet/encryption/modern'
 * import { generateKeys } from '@custody-wallet/encryption/keys'
 *
 * const [own, peer] = [generateKeys(), generateKeys()]
 * const profile = modern({ appId: 'demo-shop', party: { own: 'shop', peer: 'platform' }, keys: { own, peer } })
 * const address = 'http://127.0.0.1:4010'
 * const service = async () => Response.json({ code: '0', msg: 'success', data: [] })
 * const custody = createCustody({ profile, urls: { openPlatform: address, base: address, v1: address }, fetch: service })
 * console.log(await custody.withdrawals.list({ ids: ['order-1'] }))
 * ```
 */
export function createCustody(options: CustodyOptions): Custody {
  checkOptions(options)
  const { profile, onRejected, maxUrlLength = 8000 } = options
  checkCount('maxUrlLength', maxUrlLength, 1)
  const urls = checkUrls(options)
  const time = createServerClock({ clock: options.clock ?? Date.now })
  const retry = createRetryReader(profile)
  const settings = createSettings(options, { getRetry: retry, isReserved: isReservedHeader })
  const tracing = createTracing({ appId: profile.appId, urls })
  const sealedSettings = { ...settings, fetch: preventResend(settings.fetch), tracing }
  const tokenCalls = createTokenProtocol({
    address: urls.openPlatform,
    apiKey: createKeyReader(options.apiKey),
    clock: time,
    timestampCode: profile.codes.token.timestamp,
  })
  // Without a semaphore: the call that waits for the token holds a slot, and a second one could block both.
  const tokenPipeline = createPipeline({ ...sealedSettings, protocol: tokenCalls, semaphore: undefined })
  const tokens = createTokens(tokenPipeline, time.now, tracing)
  const party = createParty(profile, { clock: settings.clock, ...(onRejected && { onRejected }) })
  const exchange = createExchange(party, { urls })
  const header = profile.token.attach
  const canRetry = (operation: OperationId): boolean => retry(operation) !== 'never'
  const attachment = header ? createTokenAttachment({ header, tokens, canRetry }) : undefined
  const protocol = createSealedProtocol({ exchange, maxUrlLength, attachment, tokenCalls })
  const accessToken = createTokenGetter(tokens, settings)
  // Not the whole profile, because printing a client shows its settings.
  const { batch, consume, cursor, finality, pushWhen } = profile
  const workflowSettings: WorkflowSettings = {
    profile: { batch, consume, cursor, finality, pushWhen },
    maxUrlLength,
    measureLength: async (operation, ids) => {
      const { url } = await translateErrors(operation, () => exchange({ operation, parameters: { ids } }))
      return url.length
    },
  }
  const ready = createReadinessCheck({
    party,
    time,
    accessToken: options.apiKey === undefined ? undefined : accessToken,
  })
  return createClient({ ...sealedSettings, protocol }, { accessToken, ready, settings: workflowSettings })
}

// JavaScript callers have no compiler to check options.
function checkOptions({ profile, urls }: Partial<CustodyOptions> = {}): void {
  if (typeof profile?.check !== 'function')
    throw new TypeError('profile must be a profile. Create one with modern or classic of @custody-wallet/encryption.')
  if (!isObject(urls)) throw new TypeError('urls must have the fields openPlatform, base and v1.')
}

// A string is checked now, a secret whenever it is revealed.
function createKeyReader(key: CustodyOptions['apiKey']): (() => string) | undefined {
  if (key === undefined) return undefined
  if (typeof key === 'object') return () => checkKey(key.reveal())
  const text = checkKey(key)
  return () => text
}

function checkKey(text: unknown): string {
  if (isHeaderText(text)) return text
  throw new TypeError('apiKey must be visible ASCII without spaces at the ends, because it is sent as a header.')
}

function checkUrls({ urls, profile, insecureHosts = [] }: CustodyOptions): Urls {
  const isDemoProfile = isDemo(profile)
  function checkUrl(name: keyof Urls): string {
    const address = checkSecureAddress(urls[name], `urls.${name}`, insecureHosts)
    if (!isDemoProfile || isLocal(new URL(address).hostname, insecureHosts)) return address
    throw new TypeError(
      `urls.${name} must be a loopback address, because the keys of demo merchants are not secret. To reach a container, add its host to insecureHosts.`,
    )
  }
  return { openPlatform: checkUrl('openPlatform'), base: checkUrl('base'), v1: checkUrl('v1') }
}

const isDemo = ({ appId, suite }: Profile): boolean =>
  appId.startsWith('demo-') || suite.ownKids.some((kid) => kid.startsWith('test-'))
