// Messages in the published files: every later version must open them.
import { readFileSync } from 'node:fs'

import type { Responses, Parameters } from '@custody-wallet/types'
import { describe, expect, test } from 'vitest'

import { classic } from '../../src/classic/index.ts'
import type { SealedRequest } from '../../src/codec/messages.ts'
import { responseLimits } from '../../src/limits.ts'
import { modern } from '../../src/modern/profile.ts'
import { createParty } from '../../src/party/create.ts'
import type { Party } from '../../src/party/party.ts'
import type { SealedId } from '../../src/profile/profile.ts'
import { toBytes, toFrame } from '../support/sides.ts'

interface TestKey {
  readonly kid: string
  readonly private: object
  readonly public: object
}
type TestKeys = Readonly<Record<'encryption' | 'signature', TestKey>>

interface Vectors {
  readonly appId: string
  readonly parties: { readonly own: string; readonly peer: string }
  readonly time: number
  readonly keys: Readonly<Record<'merchant' | 'platform', TestKeys>>
  readonly messages: readonly {
    readonly operation: SealedId
    readonly request: Omit<SealedRequest, 'binding' | 'operation' | 'query'> & {
      readonly query?: string

      readonly opensTo: Parameters[SealedId]
    }
    readonly answer: { readonly body: string; readonly opensTo: Responses[SealedId] }
  }[]
}

const options = { limits: responseLimits, now: 0 }
const builders = { modern, classic }
const read = (name: string): Vectors =>
  JSON.parse(readFileSync(new URL(`../../vectors/${name}.json`, import.meta.url), 'utf8'))

const addKid = ({ kid }: TestKey, half: object) => ({ key: JSON.stringify(half), kid })

function createVectorParty(name: keyof typeof builders, vectors: Vectors, side: keyof Vectors['keys']): Party {
  const { own, peer } = vectors.parties
  const other = side === 'merchant' ? 'platform' : 'merchant'
  const { [side]: ours, [other]: theirs } = vectors.keys
  const profile = builders[name]({
    ...(name === 'classic' && { allowSameKey: true }),
    appId: vectors.appId,
    party: side === 'merchant' ? { own, peer } : { own: peer, peer: own },
    keys: {
      own: {
        encryption: addKid(ours.encryption, ours.encryption.private),
        signature: addKid(ours.signature, ours.signature.private),
      },
      peer: {
        encryption: [addKid(theirs.encryption, theirs.encryption.public)],
        signature: [addKid(theirs.signature, theirs.signature.public)],
      },
    },
  })
  return createParty(profile, { clock: () => vectors.time })
}

describe.each(Object.keys(builders) as (keyof typeof builders)[])('the published messages of %s', (name) => {
  const vectors = read(name)
  const [merchant, platform] = [
    createVectorParty(name, vectors, 'merchant'),
    createVectorParty(name, vectors, 'platform'),
  ]

  test('use only test keys', () => {
    const keys = Object.values(vectors.keys).flatMap(({ encryption, signature }) => [encryption, signature])
    expect(keys.every(({ kid }) => kid.startsWith('test-'))).toBe(true)
    expect(vectors.appId).toMatch(/^demo-/)
    expect(vectors.messages.length).toBeGreaterThanOrEqual(4)
  })

  test('have responses without content as in the README', async () => {
    const readme = readFileSync(new URL('../../vectors/README.md', import.meta.url), 'utf8')
    const blank = vectors.messages.filter(({ answer: { opensTo } }) => 'code' in opensTo && !('data' in opensTo))
    expect(blank.length).toBeGreaterThan(0)
    for (const { answer: response } of blank) {
      const { data }: { readonly data: string } = JSON.parse(response.body)
      const opened = data === '' ? undefined : await merchant.profile.suite.envelope.open(data, options)
      const sentence = opened
        ? `A blank response opens to \`${Buffer.from(opened).toString()}\`:`
        : 'with blank `data` and `sign` means success without content.'
      expect(readme).toContain(sentence)
    }
  })

  test.each(vectors.messages)('open: $operation', async ({ operation, request, answer: response }) => {
    const { opensTo, ...carried } = request
    const sealed = { ...carried, query: carried.query ?? '', operation }
    const frame = toFrame({ ...sealed, binding: { operation, path: '', time: '', request: '' } })
    const opened = await platform.openRequest(operation, carried.path, frame)
    expect(opened.parameters).toEqual(opensTo)
    const found = await merchant.openResponse({ ...sealed, binding: opened.binding }, toBytes(response.body))
    expect(found.response).toEqual(response.opensTo)
  })
})
