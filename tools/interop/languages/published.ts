// The published vectors as calls of a sample, and the same messages altered.
import { createPrivateKey, createPublicKey, type webcrypto } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import { alterCase } from './alterations.ts'
import type { Case, KeyText, PartyText } from './calls.ts'

interface TestKey {
  readonly kid: string
  readonly private: webcrypto.JsonWebKey
  readonly public: webcrypto.JsonWebKey
}

/** A message of the vectors: a request in a query or in a body, and its response. */
interface Message {
  readonly operation: string
  readonly request: {
    readonly path: string
    readonly query?: string
    readonly body?: string
    readonly opensTo: object
  }
  readonly answer: { readonly body: string; readonly opensTo: object }
}

interface Vectors {
  readonly suite: ProfileName
  readonly appId: string
  readonly parties: { readonly own: string; readonly peer: string }
  readonly keys: Readonly<Record<Side, Readonly<Record<'encryption' | 'signature', TestKey>>>>
  readonly messages: readonly Message[]
}

export type ProfileName = PartyText['profile']
export const profileNames: readonly ProfileName[] = ['modern', 'classic']
type Side = 'merchant' | 'platform'

const require = createRequire(import.meta.url)
const vectors = Object.fromEntries(
  profileNames.map((name): [string, Vectors] => {
    const file = require.resolve(`@custody-wallet/encryption/vectors/${name}.json`)
    return [name, JSON.parse(readFileSync(file, 'utf8'))]
  }),
)

const readVectors = (profile: ProfileName): Vectors => {
  const found = vectors[profile]
  if (!found) throw new Error(`No vectors for ${profile}.`)
  return found
}

const createPrivateText = ({ kid, private: key }: TestKey): KeyText => ({
  kid,
  pem: createPrivateKey({ key, format: 'jwk' }).export({ type: 'pkcs8', format: 'pem' }),
})
const createPublicText = ({ kid, public: key }: TestKey): KeyText => ({
  kid,
  pem: createPublicKey({ key, format: 'jwk' }).export({ type: 'spki', format: 'pem' }),
})

/** One side of the published messages. */
function createPublishedParty(profile: ProfileName, side: Side): PartyText {
  const { appId, parties, keys } = readVectors(profile)
  const { [side]: ours, [side === 'merchant' ? 'platform' : 'merchant']: theirs } = keys
  return {
    profile,
    appId,
    ...(side === 'merchant' ? parties : { own: parties.peer, peer: parties.own }),
    keys: {
      ownEncryption: createPrivateText(ours.encryption),
      ownSignature: createPrivateText(ours.signature),
      peerEncryption: createPublicText(theirs.encryption),
      peerSignature: createPublicText(theirs.signature),
    },
  }
}

/** Both sides of both profiles, and sides whose id or merchant differs: `modern-merchant`, `modern-other-id`. */
export const publishedParties: Readonly<Record<string, PartyText>> = Object.fromEntries(
  profileNames.flatMap((profile) => {
    const [merchant, platform] = [createPublishedParty(profile, 'merchant'), createPublishedParty(profile, 'platform')]
    return [
      [`${profile}-merchant`, merchant],
      [`${profile}-platform`, platform],
      [`${profile}-other-id`, { ...platform, own: 'someone-else' }],
      [`${profile}-other-app`, { ...platform, appId: 'demo-other' }],
    ]
  }),
)

/** A call, and what it has to return. */
export interface ExpectedCase {
  readonly name: string
  readonly case: Case
  /** The plain view of the content. */
  readonly opensTo: object
}

/** Calls that open the request of a message and, if it is sealed, its response. */
export function listOpenings(profile: ProfileName): readonly ExpectedCase[] {
  return readVectors(profile).messages.flatMap((message) => {
    const { operation, request, answer: response } = message
    const responseCase = createResponseCase(profile, message)
    const back = responseCase
      ? [{ name: `response of ${operation}`, case: responseCase, opensTo: response.opensTo }]
      : []
    const there = { case: createRequestCase(profile, message), opensTo: request.opensTo }
    return [{ name: `request of ${operation}`, ...there }, ...back]
  })
}

function createRequestCase(profile: ProfileName, { request: { path, query, body = '' } }: Message): Case {
  const party = `${profile}-platform`
  const data = new URLSearchParams(query).get('data')
  return data === null ? { party, call: 'openRequest', path, body } : { party, call: 'openQuery', path, data }
}

// Responses to queries are plain JSON in modern.
function createResponseCase(profile: ProfileName, { request, answer: { body } }: Message): Case | undefined {
  const party = `${profile}-merchant`
  if (request.body !== undefined) return { party, call: 'openAnswer', path: request.path, request: request.body, body }
  return profile === 'classic' ? { party, call: 'openQueryAnswer', body } : undefined
}

/** Calls with altered messages. A profile that does not bind the context accepts another one. */
export const listAlterations = (profile: ProfileName) =>
  listOpenings(profile).flatMap(({ name, case: one }) =>
    alterCase(one).map(({ change, ...rest }) => ({ name: `${name}, ${change}`, ...rest })),
  )
