import { type OperationId, operations } from '@custody-wallet/types/operations'
import { describe, expect, test } from 'vitest'

import { type Assurance, ServiceError } from '../src/index.ts'
import { createPlainClient } from '../src/plain.ts'
import { getContent, createCalls } from './support/calls.ts'
import { getSampleResponse, operationIds } from './support/samples.ts'
import {
  address,
  createClient,
  type Fetch,
  type ProfileName,
  profileNames,
  createService,
  createSampleHandler,
} from './support/service.ts'

// Under modern, v2 and MPC responses are plain; under classic, they are encrypted in blocks, and empty ones are blank.
function findAssurance(name: ProfileName, id: OperationId): Assurance {
  const { family, response } = operations[id]
  if (family === 'token') return 'transport'
  if (family !== 'v1') return name === 'modern' ? 'transport' : 'blocks'
  return name === 'classic' && response.content === 'none' ? 'transport' : 'signature'
}

const sealedIds = operationIds.filter((id) => id !== 'getToken')

describe.each(profileNames)('under %s', (name) => {
  const custody = createClient(name)
  const failing = createClient(name, { fetch: createService(name, createSampleHandler('failure')) })

  test.each(operationIds)('%s returns the value of the response', async (id) => {
    expect(await createCalls(custody)[id]()).toEqual(getContent(id))
  })

  test.each(operationIds)('%s.raw returns the response with its assurance', async (id) => {
    const raw = await createCalls(custody)[id].raw()
    expect(raw).toMatchObject({
      operation: id,
      succeeded: true,
      status: 200,
      response: getSampleResponse(id, 'typical'),
    })
    expect(raw.headers).toBeInstanceOf(Headers)
    expect(raw.assurance).toBe(findAssurance(name, id))
  })

  test.each(sealedIds)('%s throws a failure of the service without its message', async (id) => {
    const call = createCalls(failing)[id]
    const error: unknown = await call().catch((reason: unknown) => reason)
    expect(error).toMatchObject({ operation: id, family: operations[id].family })
    expect(String(error)).not.toContain('msg')
  })
})

test('v1 responses and failures are signed under modern', async () => {
  const custody = createClient('modern', { fetch: createService('modern', createSampleHandler('failure')) })
  const error: unknown = await custody.withdrawals.pull({ symbol: 'BTC' }).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ServiceError)
  expect(error).toMatchObject({ code: 'SERVICE_FAILED', assurance: 'signature', retryable: false })
})

describe('the plain client', () => {
  const seen: string[] = []
  const fetch: Fetch = async (url, { method }) => {
    seen.push(`${method} ${url}`)
    const id = operationIds.find((each) => new URL(url).pathname === findPath(each))
    return Response.json(getSampleResponse(id ?? 'getToken', 'typical'))
  }
  const findPath = (id: (typeof operationIds)[number]): string =>
    operations[id].path.replace('{staking_protocol}', 'babylon').replace('{resource_chain}', 'tron')
  const front = createPlainClient({ url: address, fetch })

  test.each(operationIds)('%s returns the value of the response', async (id) => {
    expect(await createCalls(front)[id]()).toEqual(getContent(id))
    expect(seen.at(-1)).toContain(`${operations[id].method} ${address}${findPath(id)}`)
  })
})
