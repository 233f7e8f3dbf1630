import { setImmediate } from 'node:timers/promises'

import type { Fetch } from '@custody-wallet/types/http'
import { describe, expect, test } from 'vitest'

import { createSealingFetch } from '../../src/exchange/fetch.ts'
import { createSealingMiddleware } from '../../src/exchange/middleware.ts'
import { readWithin } from '../../src/limits.ts'
import { collectGarbage } from '../support/garbage.ts'
import { catchCode, createTestService, urls } from '../support/service.ts'
import { createSides } from '../support/sides.ts'

const { merchant, platform } = createSides('modern')
const pull = '/api/v1/withdraw/consume'
const createPost = (signal: AbortSignal): RequestInit => ({
  method: 'POST',
  body: '{"symbol":"BTC"}',
  signal,
})

/** Creates a body that stops after its first chunk. */
const createEndlessBody = (onCancel: () => void): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{"code":0,')),
    cancel: onCancel,
  })

describe('an aborted signal', () => {
  test('before the call prevents sealing and sending', async () => {
    const service = createTestService(platform)
    const plainFetch = createSealingFetch(merchant, { urls, fetch: service.fetch })
    expect(await catchCode(plainFetch(pull, createPost(AbortSignal.abort())))).toBe('ABORTED')
    expect(
      await catchCode(plainFetch('/api/v2/user/info?email=a@custody.example', { signal: AbortSignal.abort() })),
    ).toBe('ABORTED')
    expect(await catchCode(plainFetch('/open-api/v1/merchant/token', { signal: AbortSignal.abort() }))).toBe('ABORTED')
    expect(service.seen).toEqual([])
  })

  test('while the request body is read ends reading', async () => {
    const giveUp = new AbortController()
    const service = createTestService(platform)
    const init = { ...createPost(giveUp.signal), body: createEndlessBody(() => undefined), duplex: 'half' }
    const call = createSealingFetch(merchant, { urls, fetch: service.fetch })(pull, init)
    await setImmediate()
    giveUp.abort()
    expect(await catchCode(call)).toBe('ABORTED')
    expect(service.seen).toEqual([])
  })

  test('before the response ends the request', async () => {
    const giveUp = new AbortController()
    const fetch: Fetch = (_url, { signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
        giveUp.abort(new Error('enough'))
      })
    await expect(createSealingFetch(merchant, { urls, fetch })(pull, createPost(giveUp.signal))).rejects.toThrow(
      'enough',
    )
  })

  test('while the response is read ends reading, even if the stream does not end', async () => {
    const giveUp = new AbortController()
    let isCancelled = false
    const body = createEndlessBody(() => {
      isCancelled = true
    })
    const fetch = async (): Promise<Response> => {
      void setImmediate().then(() => giveUp.abort())
      return new Response(body)
    }
    expect(await catchCode(createSealingFetch(merchant, { urls, fetch })(pull, createPost(giveUp.signal)))).toBe(
      'ABORTED',
    )
    expect(isCancelled).toBe(true)
  })

  test('after the response arrived prevents returning data', async () => {
    const giveUp = new AbortController()
    const service = createTestService(platform)
    const fetch: Fetch = async (url, init) => {
      const response = await service.fetch(url, init)
      giveUp.abort()
      return response
    }
    expect(await catchCode(createSealingFetch(merchant, { urls, fetch })(pull, createPost(giveUp.signal)))).toBe(
      'ABORTED',
    )
  })

  test('after a failed response arrived prevents returning it', async () => {
    const giveUp = new AbortController()
    const fetch = async (): Promise<Response> => {
      giveUp.abort()
      return new Response('busy', { status: 503 })
    }
    expect(await catchCode(createSealingFetch(merchant, { urls, fetch })(pull, createPost(giveUp.signal)))).toBe(
      'ABORTED',
    )
  })

  test('before a body is read prevents reading', async () => {
    const body = createEndlessBody(() => undefined)
    expect(await catchCode(readWithin(body, 100, AbortSignal.abort()))).toBe('ABORTED')
    expect(body.locked).toBe(false)
  })

  test('is noticed even after garbage collection', async () => {
    const giveUp = new AbortController()
    const request = await createSealingMiddleware(merchant, { urls }).onRequest({
      request: new Request(`http://plain.invalid${pull}`, createPost(giveUp.signal)),
      schemaPath: pull,
      params: {},
    })
    await collectGarbage()
    giveUp.abort()
    expect(request.signal.aborted).toBe(true)
  })

  test('is noticed while the response is read, even after garbage collection', async () => {
    const giveUp = new AbortController()
    // Held here, as a connection would.
    const body = createEndlessBody(() => undefined)
    const fetch = async (): Promise<Response> => {
      void collectGarbage().then(() => giveUp.abort())
      return new Response(body)
    }
    expect(await catchCode(createSealingFetch(merchant, { urls, fetch })(pull, createPost(giveUp.signal)))).toBe(
      'ABORTED',
    )
  })
})
