// If a key service fails, this side gets the cause, and the other side gets no reason.
import { describe, expect, test } from 'vitest'

import { classic, oaepEnvelopes } from '../../src/classic/index.ts'
import { createGateway as gatewayOf } from '../../src/gateway/index.ts'
import type { Signer, Unwrapper } from '../../src/keys/index.ts'
import { loadPrivateKey } from '../../src/keys/load.ts'
import { createLocalSigner, createLocalUnwrapper } from '../../src/keys/local.ts'
import { modern } from '../../src/modern/profile.ts'
import { createParty } from '../../src/party/create.ts'
import type { Party, PartyOptions, RejectionReport } from '../../src/party/party.ts'
import type { Profile } from '../../src/profile/profile.ts'
import { describeResponse, rejectedTexts, sealCall, toWebRequest } from '../gateway/fixtures.ts'
import { type OwnerName, getKeys, getOwner } from '../support/pairs.ts'
import { readResponse } from '../support/samples.ts'
import { toBytes } from '../support/sides.ts'

const denied = new Error('AccessDenied: canary-role')

interface Failing {
  readonly canUnwrap?: boolean
  readonly canSign?: boolean
}

// Keys of a key service, which fails with its own error.
function createServiceKeys(owner: OwnerName, algs: readonly [Unwrapper['alg'], Signer['alg']], failing: Failing) {
  const { encryption, signature } = getOwner(owner)
  const unwrapper = createLocalUnwrapper(loadPrivateKey(encryption.privateKey, 'encryption'), {
    alg: algs[0],
  })
  const { kid, alg, modulusBytes } = unwrapper
  const unwrap: Unwrapper['unwrap'] = (...input) => unwrapper.unwrap(...input)
  const signer = createLocalSigner(loadPrivateKey(signature.privateKey, 'signature'), { alg: algs[1] })
  const fail = () => Promise.reject(denied)
  return {
    encryption: { kid, alg, modulusBytes, unwrap: failing.canUnwrap ? fail : unwrap },
    signature: failing.canSign ? { ...signer, sign: fail } : signer,
  }
}

type Build = (own: OwnerName, peer: OwnerName, failing: Failing) => Profile

const builds: Readonly<Record<string, Build>> = {
  modern: (own, peer, failing) =>
    modern({
      appId: 'demo-shop',
      party: { own, peer },
      keys: { own: createServiceKeys(own, ['RSA-OAEP-256', 'PS256'], failing), peer: getKeys(peer) },
    }),
  classic: (own, peer, failing) =>
    classic({
      appId: 'demo-shop',
      party: { own, peer },
      dialect: oaepEnvelopes,
      keys: {
        own: {
          ...createServiceKeys(own, ['RSA-OAEP-256', 'RS256'], failing),
          blocks: getKeys(own).signature,
        },
        peer: getKeys(peer),
      },
    }),
}

const createKeyServiceParty = (
  build: Build,
  sides: readonly [OwnerName, OwnerName],
  failing: Failing,
  options: PartyOptions = {},
) => createParty(build(sides[0], sides[1], failing), options)

describe.each(Object.entries(builds))('under %s, a key service that fails', (_name, build) => {
  const merchant = (failing: Failing, options: PartyOptions = {}): Party =>
    createKeyServiceParty(build, ['merchant', 'platform'], failing, options)
  const platform = (failing: Failing, options: PartyOptions = {}): Party =>
    createKeyServiceParty(build, ['platform', 'merchant'], failing, options)
  const createPartyGateway = (party: Party, errors: unknown[] = []) =>
    gatewayOf({
      findParty: () => party,
      handler: (_request, { operation }) => Response.json(readResponse(operation)),
      onError: (error) => void errors.push(error),
    })

  test('while the caller signs causes KEY_FAILED with its cause', async () => {
    const error: unknown = await sealCall(merchant({ canSign: true }), 'pullWithdrawals').catch((reason) => reason)
    expect(error).toMatchObject({ name: 'EncryptionError', code: 'KEY_FAILED', cause: denied })
  })

  test('while the caller opens a response causes KEY_FAILED with its cause', async () => {
    const reports: RejectionReport[] = []
    const caller = merchant({ canUnwrap: true }, { onRejected: (report) => void reports.push(report) })
    const request = await sealCall(caller, 'pullWithdrawals')
    const response = await (await createPartyGateway(platform({}))(toWebRequest(request))).text()
    const error: unknown = await caller.openResponse(request, toBytes(response)).catch((reason: unknown) => reason)
    expect(error).toMatchObject({
      code: 'KEY_FAILED',
      cause: denied,
      context: { operation: 'pullWithdrawals' },
    })
    expect(reports).toEqual([
      {
        reason: 'key-service',
        operation: 'pullWithdrawals',
        path: '/api/v1/withdraw/consume',
        side: 'response',
        cause: denied,
      },
    ])
  })

  test('while a receiver opens a request looks like any other rejection, and onRejected gets the cause', async () => {
    const reports: RejectionReport[] = []
    const receiver = platform({ canUnwrap: true }, { onRejected: (report) => void reports.push(report) })
    const errors: unknown[] = []
    const response = await createPartyGateway(
      receiver,
      errors,
    )(toWebRequest(await sealCall(merchant({}), 'pullWithdrawals')))
    expect(await describeResponse(response)).toBe(rejectedTexts.v1)
    expect(reports).toMatchObject([{ reason: 'key-service', side: 'request', cause: denied }])
    expect(errors).toEqual([])
  })

  test('while a receiver signs causes HTTP 500, and onError gets the cause', async () => {
    const errors: unknown[] = []
    const listen = createPartyGateway(platform({ canSign: true }), errors)
    const response = await listen(toWebRequest(await sealCall(merchant({}), 'pullWithdrawals')))
    expect(await describeResponse(response)).toBe('500\n\n')
    expect(errors).toMatchObject([{ code: 'KEY_FAILED', cause: denied }])
  })
})
