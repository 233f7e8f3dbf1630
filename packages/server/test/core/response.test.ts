// Answers whose text is known, over HTTP.
import { afterEach, describe, expect, test } from 'vitest'

import { type Fetch, type Listening, listenOn, textResponse } from '../../src/core/index.ts'

const servers: Listening[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

async function answerOf(answer: () => Response | Promise<Response>, method = 'GET'): Promise<Response> {
  const respond: Fetch = async () => answer()
  const server = await listenOn(respond)
  servers.push(server)
  return fetch(server.url, { method })
}

const text = '{"name":"Zoë"}'
const headers = { 'content-type': 'application/json', 'x-note': 'one' }

describe('an answer whose text is known', () => {
  test('arrives with its status, headers, length and text', async () => {
    const response = await answerOf(() => textResponse(text, { status: 422, headers }))
    expect([response.status, await response.text()]).toEqual([422, text])
    expect(Object.fromEntries(response.headers)).toMatchObject({ ...headers, 'content-length': '15' })
  })

  test('has no body after HEAD', async () => {
    const response = await answerOf(() => textResponse(text, { headers }), 'HEAD')
    expect([response.headers.get('content-length'), await response.text()]).toEqual(['15', ''])
  })

  test('keeps headers that are added later, each cookie of its own', async () => {
    const response = await answerOf(() => {
      const changed = textResponse(text, { headers })
      changed.headers.append('set-cookie', 'a=1')
      changed.headers.append('set-cookie', 'b=2')
      return changed
    })
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  })

  test('may be replaced by an answer that is a stream', async () => {
    const response = await answerOf(() => new Response(textResponse('{}').body, { status: 201, headers }))
    expect([response.status, await response.text()]).toEqual([201, '{}'])
  })

  test('arrives even if its body was read on the way, such as for a log', async () => {
    const response = await answerOf(async () => {
      const read = textResponse(text, { headers })
      await read.text()
      return read
    })
    expect([response.status, await response.text()]).toEqual([200, text])
  })
})
