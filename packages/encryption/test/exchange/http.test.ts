// Servers that misbehave.
import { createServer, type RequestListener } from 'node:http'
import { setImmediate } from 'node:timers/promises'

import { describe, expect, test } from 'vitest'

import { createSealingFetch } from '../../src/exchange/fetch.ts'
import { responseLimits } from '../../src/limits.ts'
import { catchCode, catchFailure } from '../support/service.ts'
import { createSides } from '../support/sides.ts'

const { merchant } = createSides('modern')
const pull = '/api/v1/withdraw/consume'

async function runWithServer<T>(listener: RequestListener, use: (url: string) => Promise<T>): Promise<T> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  try {
    const address = server.address()
    if (typeof address !== 'object' || !address) throw new TypeError('The server listens on a port.')
    return await use(`http://127.0.0.1:${address.port}`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const createPlainFetch = (url: string): ReturnType<typeof createSealingFetch> =>
  createSealingFetch(merchant, { urls: { openPlatform: url, base: url, v1: url } })

describe('over real HTTP', () => {
  test.each([301, 302, 303, 307, 308])(
    'a redirect with status %i ends the call, and is not followed',
    async (status) => {
      const paths: string[] = []
      const redirect: RequestListener = (request, response) => {
        paths.push(new URL(request.url ?? '', 'http://service').pathname)
        response.writeHead(status, { location: '/elsewhere' }).end()
      }
      const error = await runWithServer(redirect, (url) =>
        catchFailure(createPlainFetch(url)('/api/v2/user/info?email=a@custody.example')),
      )
      expect(error).toBeInstanceOf(TypeError)
      expect(paths).toEqual(['/api/v2/user/info'])
    },
  )

  test('a connection that breaks during a response is an error', async () => {
    const breakOff: RequestListener = (_request, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('{"code":0')
      void setImmediate().then(() => response.destroy())
    }
    const error = await runWithServer(breakOff, (url) =>
      catchFailure(createPlainFetch(url)(pull, { method: 'POST', body: '{"symbol":"BTC"}' })),
    )
    expect(error).toBeInstanceOf(Error)
  })
})

test('an endless response is read only up to the limit', async () => {
  const piece = new Uint8Array(responseLimits.body / 4)
  let pulls = 0
  let isCancelled = false
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        pulls += 1
        if (pulls > 100) controller.error(new Error('read without a limit'))
        else controller.enqueue(piece)
      },
      cancel() {
        isCancelled = true
      },
    },
    { highWaterMark: 0 },
  )
  const urls = { openPlatform: 'http://127.0.0.1', base: 'http://127.0.0.1', v1: 'http://127.0.0.1' }
  const plainFetch = createSealingFetch(merchant, { urls, fetch: async () => new Response(body) })
  expect(await catchCode(plainFetch('/api/v2/billing/syncMinerFeeList'))).toBe('ENVELOPE_REJECTED')
  expect({ pulls, isCancelled }).toEqual({ pulls: 5, isCancelled: true })
})
