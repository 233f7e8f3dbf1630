// Key services that fail: this side gets the cause, and the other side gets no reason.
import { describe, expect, test } from 'vitest'

import { classic, oaepEnvelopes } from '../../src/classic/index.ts'
import { gateway as gatewayOf } from '../../src/gateway/index.ts'
import type { Signer, Unwrapper } from '../../src/keys/index.ts'
import { loadPrivateKey } from '../../src/keys/load.ts'
import { localSigner, localUnwrapper } from '../../src/keys/local.ts'
import { modern } from '../../src/modern/profile.ts'
import { createParty } from '../../src/party/create.ts'
import type { Party, PartyOptions, RejectionReport } from '../../src/party/party.ts'
import type { Profile } from '../../src/profile/profile.ts'
import { outside, refused, sealed, webRequest } from '../gateway/fixtures.ts'
import { type OwnerName, sharedKeys, sharedOwner } from '../support/pairs.ts'
import { answerOf } from '../support/samples.ts'
import { bytesOf } from '../support/sides.ts'

const denied = new Error('AccessDenied: canary-role')

interface Failing {
  readonly unwraps?: boolean
  readonly signs?: boolean
}

// Keys of a key service, which fails with its own error.
function serviceKeys(owner: OwnerName, algs: readonly [Unwrapper['alg'], Signer['alg']], failing: Failing) {
  const { encryption, signature } = sharedOwner(owner)
  const unwrapper = localUnwrapper(loadPrivateKey(encryption.privateKey, 'encryption'), { alg: algs[0] })
  const { kid, alg, modulusBytes } = unwrapper
  const unwrap: Unwrapper['unwrap'] = (...input) => unwrapper.unwrap(...input)
  const signer = localSigner(loadPrivateKey(signature.privateKey, 'signature'), { alg: algs[1] })
  const fail = () => Promise.reject(denied)
  return {
    encryption: { kid, alg, modulusBytes, unwrap: failing.unwraps ? fail : unwrap },
    signature: failing.signs ? { ...signer, sign: fail } : signer,
  }
}

type Build = (own: OwnerName, peer: OwnerName, failing: Failing) => Profile

const builds: Readonly<Record<string, Build>> = {
  modern: (own, peer, failing) =>
    modern({
      appId: 'demo-shop',
      party: { own, peer },
      keys: { own: serviceKeys(own, ['RSA-OAEP-256', 'PS256'], failing), peer: sharedKeys(peer) },
    }),
  classic: (own, peer, failing) =>
    classic({
      appId: 'demo-shop',
      party: { own, peer },
      dialect: oaepEnvelopes,
      keys: {
        own: {
          ...serviceKeys(own, ['RSA-OAEP-256', 'RS256'], failing),
          blocks: sharedKeys(own).signature,
        },
        peer: sharedKeys(peer),
      },
    }),
}

const partyOf = (
  build: Build,
  sides: readonly [OwnerName, OwnerName],
  failing: Failing,
  options: PartyOptions = {},
) => createParty(build(sides[0], sides[1], failing), options)

describe.each(Object.entries(builds))('under %s, a key service that fails', (_name, build) => {
  const merchant = (failing: Failing, options: PartyOptions = {}): Party =>
    partyOf(build, ['merchant', 'platform'], failing, options)
  const platform = (failing: Failing, options: PartyOptions = {}): Party =>
    partyOf(build, ['platform', 'merchant'], failing, options)
  const gatewayFor = (party: Party, errors: unknown[] = []) =>
    gatewayOf({
      partyFor: () => party,
      handler: (_request, { operation }) => Response.json(answerOf(operation)),
      onError: (error) => void errors.push(error),
    })

  test('while the caller signs causes KEY_FAILED with its cause', async () => {
    const error: unknown = await sealed(merchant({ signs: true }), 'pullWithdrawals').catch(
      (reason) => reason,
    )
    expect(error).toMatchObject({ name: 'EncryptionError', code: 'KEY_FAILED', cause: denied })
  })

  test('while the caller opens an answer causes KEY_FAILED with its cause', async () => {
    const reports: RejectionReport[] = []
    const caller = merchant({ unwraps: true }, { onRejected: (report) => void reports.push(report) })
    const request = await sealed(caller, 'pullWithdrawals')
    const answer = await (await gatewayFor(platform({}))(webRequest(request))).text()
    const error: unknown = await caller
      .openResponse(request, bytesOf(answer))
      .catch((reason: unknown) => reason)
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
        side: 'answer',
        cause: denied,
      },
    ])
  })

  test('while a receiver opens a request looks like any other rejection, and onRejected gets the cause', async () => {
    const reports: RejectionReport[] = []
    const receiver = platform({ unwraps: true }, { onRejected: (report) => void reports.push(report) })
    const errors: unknown[] = []
    const answer = await gatewayFor(
      receiver,
      errors,
    )(webRequest(await sealed(merchant({}), 'pullWithdrawals')))
    expect(await outside(answer)).toBe(refused.v1)
    expect(reports).toMatchObject([{ reason: 'key-service', side: 'request', cause: denied }])
    expect(errors).toEqual([])
  })

  test('while a receiver signs causes HTTP 500, and onError gets the cause', async () => {
    const errors: unknown[] = []
    const listen = gatewayFor(platform({ signs: true }), errors)
    const answer = await listen(webRequest(await sealed(merchant({}), 'pullWithdrawals')))
    expect(await outside(answer)).toBe('500\n\n')
    expect(errors).toMatchObject([{ code: 'KEY_FAILED', cause: denied }])
  })
})
