import { createParty, type Party, type PartyOptions, type Profile } from '@custody-wallet/encryption'
import type { Urls } from '@custody-wallet/encryption/fetch'
import type { OperationId } from '@custody-wallet/types/operations'

import { checkedAddress, isNear } from './calls/addresses.ts'
import { type ClientSettings, withSettings } from './calls/client-settings.ts'
import { inDoubt, retriesOf } from './calls/in-doubt.ts'
import { listenTo } from './calls/listen.ts'
import { offerResources } from './calls/offer.ts'
import { sendingOnce } from './calls/once.ts'
import { pipelineOf } from './calls/pipeline.ts'
import type { Retry } from './calls/retries.ts'
import { type ClientOptions, settingsOf } from './calls/settings.ts'
import type { CallOptions } from './calls/types.ts'
import { serverClock } from './clock/offset.ts'
import type { Resources } from './generated/resources.ts'
import { httpClient } from './http/http.ts'
import type { HttpClient } from './http/types.ts'
import { tokenAttachment } from './speech/attachment.ts'
import { isHeaderText } from './speech/headers.ts'
import { type SealedOptions, sealedSpeech, sealedUrl } from './speech/sealed.ts'
import { bothOf } from './speech/speech.ts'
import { tokenSpeech } from './speech/token.ts'
import { sharedToken, tokensBy } from './speech/tokens.ts'
import { translated } from './speech/translate.ts'
import type { TokenSource } from './token/source.ts'

/** What `createCustody` needs to know, and what it may be told. */
export interface CustodyOptions extends ClientOptions, Pick<PartyOptions, 'onRejected'> {
  /** Keys, dialect and all that the interface leaves open. There is no default. */
  readonly profile: Profile
  readonly urls: Urls
  /** Credential of the token call; what has a `reveal`, as a `Secret` does, stays unprinted. */
  readonly apiKey?: string | { reveal(): string } | undefined
  /** Characters of a sealed address at most; 8,000 unless given. */
  readonly maxUrlLength?: number | undefined
}

/** The calls of the interface, sealed and signed by a profile. */
export interface Custody extends Resources {
  /** The same calls by path, as the plain view has them. */
  readonly http: HttpClient
  /** The token that calls share: from memory, asked for in time, by one request however many wait. */
  readonly accessToken: (options?: Pick<CallOptions, 'signal'>) => Promise<string>
}

/**
 * Makes the calls of the interface.
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
  checkGiven(options)
  const { profile } = options
  const urls = checkedUrls(options)
  const time = serverClock({ clock: options.clock ?? Date.now })
  const retry = retriesOf(profile)
  const given = settingsOf(options, {
    listen: listenTo(time, urls.openPlatform),
    retry,
    completed: inDoubt(retry),
  })
  const settings = { ...given, fetch: sendingOnce(given.fetch) }
  const token = tokenSpeech({
    address: urls.openPlatform,
    apiKey: revealing(options.apiKey),
    clock: time,
    refusedTimestamp: profile.codes.token.timestamp,
  })
  // The call that waits for a token has a place already; to take another one could block for ever.
  const tokens = tokensBy(pipelineOf({ ...settings, speech: token, slots: undefined }), {
    clock: () => time.stamp(),
    setTimer: settings.setTimer,
  })
  const sealing = { ...urls, party: partyOf(options, settings.clock), maxUrlLength: maxUrlLengthOf(options) }
  const sealed = sealedSpeech({ ...sealing, attachment: attachmentOf(profile, tokens, retry) })
  const pipeline = pipelineOf({ ...settings, speech: bothOf(token, sealed) })
  const resources = offerResources(pipeline)
  // What consumes withdrawals asks the call itself.
  Object.assign(resources.withdrawals.pull, { pulling: profile.consume })
  const custody = { ...resources, http: httpClient(pipeline), accessToken: sharedToken(tokens) }
  return withSettings(custody, clientSettings(profile, sealing))
}

// JavaScript has no compiler to say it.
function checkGiven({ profile, urls }: Partial<CustodyOptions> = {}): void {
  if (typeof profile?.check !== 'function')
    throw new TypeError(
      'profile must be a profile: make one with modern or classic of @custody-wallet/encryption.',
    )
  if (typeof urls !== 'object') throw new TypeError('urls must have the members openPlatform, base and v1.')
}

function maxUrlLengthOf({ maxUrlLength = 8000 }: CustodyOptions): number {
  if (Number.isSafeInteger(maxUrlLength) && maxUrlLength >= 1) return maxUrlLength
  throw new TypeError('maxUrlLength must be a whole number of at least 1.')
}

// Of the profile, only what the workflows need, because a printed client shows it.
function clientSettings(
  { batch, cursor, finality, poolRule }: Profile,
  { party, maxUrlLength, ...addresses }: Omit<SealedOptions, 'attachment'>,
): ClientSettings {
  return {
    readings: { batch, cursor, finality, poolRule },
    maxUrlLength,
    lengthOf: async (call, ids) => {
      const sealed = await translated(call, () => party.sealRequest(call, { ids }))
      return sealedUrl(sealed, addresses).length
    },
  }
}

const partyOf = ({ profile, onRejected }: CustodyOptions, clock: () => number): Party =>
  createParty(profile, { clock, ...(onRejected && { onRejected }) })

// A text is checked at once; what is revealed, whenever it is.
function revealing(key: CustodyOptions['apiKey']): (() => string) | undefined {
  if (key === undefined) return undefined
  if (typeof key === 'object') return () => checkedKey(key.reveal())
  const text = checkedKey(key)
  return () => text
}

function checkedKey(text: unknown): string {
  if (isHeaderText(text)) return text
  throw new TypeError(
    'apiKey must be a text that a header can carry: visible ASCII, without blanks around it.',
  )
}

function attachmentOf(
  { token: { attach } }: Profile,
  tokens: TokenSource,
  retry: (operation: OperationId) => Retry,
): SealedOptions['attachment'] {
  if (!attach) return undefined
  return tokenAttachment({
    header: attach,
    tokens,
    mayRepeat: (operation) => retry(operation) !== 'never',
  })
}

function checkedUrls({ urls, profile, insecureHosts = [] }: CustodyOptions): Urls {
  const demo = isDemo(profile)
  function checked(name: keyof Urls): string {
    const address = checkedAddress(urls[name], `urls.${name}`, insecureHosts)
    if (!demo || isNear(new URL(address).hostname, insecureHosts)) return address
    throw new TypeError(
      `urls.${name} must be a loopback address: the keys of a demo merchant are public. To reach a container, name its host in insecureHosts.`,
    )
  }
  return { openPlatform: checked('openPlatform'), base: checked('base'), v1: checked('v1') }
}

// Either mark of a demo merchant is enough.
const isDemo = ({ appId, suite }: Profile): boolean =>
  appId.startsWith('demo-') || suite.ownKids.some((kid) => kid.startsWith('test-'))
