// The limit of a call is the size of its largest valid request, and a little more.
import type { Parameters } from '@custody-wallet/types'
import { parameters as predicates } from '@custody-wallet/types/validate'
import { describe, expect, test } from 'vitest'

import { computeMaxBlocks } from '../../src/classic/blocks.ts'
import { deployedOptions } from '../../src/classic/index.ts'
import { createClassicSuite } from '../../src/classic/suite.ts'
import { readEnvelope } from '../../src/codec/frames.ts'
import { getRequestLimits } from '../../src/codec/requests.ts'
import type { RejectionReason } from '../../src/errors.ts'
import type { Unwrapper } from '../../src/keys/index.ts'
import { loadPrivateKey } from '../../src/keys/load.ts'
import { createLocalSigner, createLocalUnwrapper } from '../../src/keys/local.ts'
import { createPeerKeys } from '../../src/keys/peer.ts'
import { requestLimits } from '../../src/limits.ts'
import type { RejectionReport } from '../../src/party/party.ts'
import type { SealedId } from '../../src/profile/profile.ts'
import { getOwner, getPair } from '../support/pairs.ts'
import { listRequests, sealedIds } from '../support/samples.ts'
import { toBytes, catchCode, toFrame, profileNames, createSides } from '../support/sides.ts'

/** Example parameters with every string and list at its limit. */
const growValue = (value: unknown): unknown => {
  if (Array.isArray(value)) return Array.from({ length: 100 }, () => 'x'.repeat(192))
  return typeof value === 'string' && !/^[0-9.]*$/.test(value) ? 'x'.repeat(192) : value
}

function createLongest<Id extends SealedId>(id: Id): Parameters[Id] {
  const parameters = Object.fromEntries(
    Object.entries(listRequests(id)[0] ?? {}).map(([name, value]) => [name, growValue(value)]),
  )
  if (!isParameters(id, parameters)) throw new TypeError(`The parameters do not fit ${id}.`)
  return parameters
}

function isParameters<Id extends SealedId>(id: Id, value: unknown): value is Parameters[Id] {
  return predicates[id](value)
}

describe.each(profileNames)('under %s', (name) => {
  test.each(sealedIds)('the longest request of %s is opened', async (id) => {
    const { merchant, platform } = createSides(name)
    const parameters = createLongest<SealedId>(id)
    const sealed = await merchant.sealRequest<SealedId>(id, parameters)
    const opened = await platform.openRequest<SealedId>(id, sealed.path, toFrame(sealed))
    expect(opened.parameters).toEqual(parameters)
  })

  test('a request that is too long for the receiver is not sealed', async () => {
    const { merchant } = createSides(name)
    const sealing = merchant.sealRequest('cancelWithdrawal', {
      symbol: 'BTC',
      trans_id: 1,
      msg: 'x'.repeat(3000),
    })
    await expect(sealing).rejects.toMatchObject({
      code: 'PARAMETERS_INVALID',
      context: { issues: [{ pointer: '', message: 'is too long for one message' }] },
    })
  })
})

test('the limit of a list call is the largest, and within the limit of all requests', () => {
  const contents = sealedIds.map((id) => getRequestLimits(id).content)
  expect(Math.max(...contents)).toBe(getRequestLimits('registerAddresses').content)
  for (const content of contents) expect(content).toBeLessThan(requestLimits.content / 2)
})

describe('rejected before a key is used', () => {
  const openData = async (name: 'modern' | 'classic', data: string): Promise<RejectionReason | undefined> => {
    const reports: RejectionReport[] = []
    const { platform } = createSides(name, {}, { onRejected: (report) => void reports.push(report) })
    const text = JSON.stringify({ app_id: 'demo-shop', time: 1_767_225_600_000, sign: 'a', data })
    const frame = readEnvelope(toBytes(text))
    const code = await catchCode(platform.openRequest('pullWithdrawals', '/api/v1/withdraw/consume', frame))
    expect(code).toBe('ENVELOPE_REJECTED')
    return reports[0]?.reason
  }

  test('are 256 blocks of a call that needs one', async () => {
    expect(await openData('classic', Buffer.alloc(256 * 256).toString('base64url'))).toBe('limit')
  })

  test('is a compact text that is too long for its call', async () => {
    expect(await openData('modern', 'a'.repeat(16 * 1024))).toBe('limit')
  })
})

describe.each([1024, 2048, 3072, 4096])('with a classic key of %d bits', (bits) => {
  const asked = { count: 0 }
  const unwrapper: Unwrapper = {
    ...createLocalUnwrapper(loadPrivateKey(getPair('first').privateKey, 'encryption'), { alg: 'RSA1_5' }),
    modulusBytes: bits / 8,
    async unwrap() {
      asked.count += 1
      return new Uint8Array()
    },
  }
  const suite = createLimitSuite(unwrapper)
  const limits = getRequestLimits('notifyDeposit')
  const block = Buffer.alloc(bits / 8)
  const open = (blocks: number) =>
    suite.envelope.open(Buffer.concat(Array(blocks).fill(block)).toString('base64url'), { limits, now: 0 })

  test('at most the half-full blocks of the largest request are opened', async () => {
    const room = bits / 8 - 11
    const most = Math.ceil(limits.content / Math.min(234, Math.floor(room / 2)))
    asked.count = 0
    await open(most).catch(() => undefined)
    expect(asked.count).toBe(most)
    asked.count = 0
    await expect(open(most + 1)).rejects.toMatchObject({ reason: 'limit' })
    expect(asked.count).toBe(0)
  })
})

function createLimitSuite(unwrapper: Unwrapper) {
  const signing = loadPrivateKey(getPair('second').privateKey, 'signature')
  const { encryption, signature } = getOwner('platform')
  return createClassicSuite(
    {
      unwrapper,
      signer: createLocalSigner(signing, { alg: 'RS256' }),
      blockSigner: createLocalSigner(signing, { alg: 'RSA-TYPE1' }),
      peer: createPeerKeys({ encryption: encryption.publicKey, signature: signature.publicKey }),
    },
    deployedOptions,
  )
}

test('a smaller agreed chunk allows more blocks', () => {
  expect([
    computeMaxBlocks(1000, 245, 'max'),
    computeMaxBlocks(1000, 245, 234),
    computeMaxBlocks(1000, 245, 50),
  ]).toEqual([9, 9, 20])
})
