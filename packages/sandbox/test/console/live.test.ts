import { describe, expect, onTestFinished, test } from 'vitest'

import { createLive, type Live, type LivePage } from '../../src/console/live.ts'
import { openSession, openVisit, readHiddenFields, type Visit } from '../support/console.ts'
import { createTestSandbox, start } from '../support/sandbox.ts'
import { streamContents, readNextContent } from '../support/streams.ts'

/** Contents of a page, one after the other, as its stream brings them. */
const streamPage = (visit: Visit, page: string): AsyncGenerator<string> =>
  streamContents(visit, `/console/live?page=${encodeURIComponent(page)}`)

async function readUntil(contents: AsyncGenerator<string>, text: string): Promise<string> {
  for await (const content of { [Symbol.asyncIterator]: () => ({ next: () => contents.next() }) })
    if (content.includes(text)) return content
  throw new Error(`The stream ended without ${text}.`)
}

/** A page that only this test shows. */
const createPage = (render: () => Promise<string>, key = ''): LivePage => ({
  key,
  render,
  personalize: (content) => content,
  isAllowed: () => true,
})

const followPage = (live: Live, page: LivePage) =>
  live.subscribe(page).body?.pipeThrough(new TextDecoderStream()).getReader()

test('a browser that does not read buffers at most one content, and gets the newest one later', async () => {
  let changes = 0
  const live = createLive({ revision: async () => `${(changes += 1)}`, onError: () => undefined })
  onTestFinished(live.close)
  let rendered = 0
  const slow = live.subscribe(createPage(async () => `content ${(rendered += 1)}`, 'slow'))
  const fast = followPage(
    live,
    createPage(async () => `change ${changes}`, 'fast'),
  )
  for (let read = 0; read < 6; read += 1) await fast?.read()
  expect(rendered).toBe(1)
  const reader = slow.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (!text.includes('content 2')) text = String((await reader?.read())?.value)
})

test('pages with the same key are rendered once, and each gets what belongs to its browser', async () => {
  let rendered = 0
  const live = createLive({ revision: async () => '', onError: () => undefined })
  onTestFinished(live.close)
  const page = createPage(async () => `rendering ${(rendered += 1)}`)
  const readers = ['one', 'other'].map((name) =>
    followPage(live, { ...page, personalize: (content) => `${content} for ${name}` }),
  )
  const texts = await Promise.all(
    readers.map(async (reader) => {
      let text = ''
      while (!text.includes('rendering')) text = String((await reader?.read())?.value)
      return text
    }),
  )
  expect(texts).toEqual(['one', 'other'].map((name) => `data: "rendering 1 for ${name}"\n\n`))
})

test('rendering takes at most a tenth of the time, and slow pages follow within about a second', async () => {
  let [time, rendered] = [0, 0]
  const pauses: number[] = []
  const live = createLive({
    revision: async () => `${rendered}`,
    onError: () => undefined,
    now: () => time,
    wait(work, pause) {
      pauses.push(pause)
      return setTimeout(work, 0)
    },
  })
  onTestFinished(live.close)
  const takes = [2000, 20, 5, 150]
  const pages = followPage(
    live,
    createPage(async () => {
      time += takes[rendered] ?? 0
      return `${(rendered += 1)}`
    }),
  )
  while (pauses.length < 5) await pages?.read()
  expect(pauses.slice(0, 5)).toEqual([100, 3000, 180, 100, 1150])
})

describe('an open page', () => {
  test('gets its content, then each change', async () => {
    const visit = await openVisit()
    const contents = streamPage(visit, '/console/records/user')
    await readUntil(contents, 'id')
    await visit.sandbox.control.users.create({ nickname: 'somebody new' })
    expect(await readUntil(contents, 'somebody new')).not.toContain('<html')
  })

  test('gets requests that change no data', async () => {
    const visit = await openVisit()
    const contents = streamPage(visit, '/console/requests')
    await readUntil(contents, 'No requests yet')
    await visit.sandbox.plain(new Request('http://sandbox/api/v2/user/info?email=a@shop.example'))
    expect(await readUntil(contents, 'findUser')).toContain('Rejected')
  })

  test('gets a record that is created later', async () => {
    const visit = await openVisit()
    const contents = streamPage(visit, '/console/records/user/10003')
    await readUntil(contents, 'There is no user 10003')
    await visit.sandbox.control.users.create({ nickname: 'somebody new' })
    expect(await readUntil(contents, 'somebody new')).toContain('nickname')
  })

  test('has the ids of its own browser and of its own page', async () => {
    const { servers, origin, cookie } = await openVisit()
    const other = await openSession(servers.consoleUrl())
    const contents = await Promise.all(
      [cookie, other].map(async (each, at) => {
        const get = (path: string) => fetch(origin + path, { headers: { cookie: each } })
        const { form } = readHiddenFields(await (await get('/console/')).text())
        const live = await readNextContent({ get }, `/console/live?page=/console/&once=page-${at}"`)
        return { form, live: readHiddenFields(live) }
      }),
    )
    expect(contents).toEqual(contents.map(({ form }, at) => ({ form, live: { form, once: `page-${at}`, rows: '0' } })))
    expect(new Set(contents.map(({ form }) => form)).size).toBe(2)
  })

  test('with a path outside the console shows that the page was not found', async () => {
    const visit = await openVisit()
    for (const page of ['http://attacker.test/', '//attacker.test/x', '/chain/pay', '']) {
      const { value } = await streamPage(visit, page).next()
      expect(value).toContain('Choose a page of the navigation.')
    }
  })

  test('has the origin of this console in its commands, whatever host is requested', async () => {
    const visit = await openVisit()
    for (const host of ['http://attacker.test', '//attacker.test', 'http://['])
      expect(await readNextContent(visit, `/console/live?page=${host}/console/actions/chain.mine`)).not.toMatch(
        /attacker\.test/,
      )
  })

  test('is not opened by HEAD, which would take a slot and read nothing', async () => {
    const visit = await openVisit()
    const address = `${visit.origin}/console/live?page=/console/`
    const requestHead = () => fetch(address, { method: 'HEAD', headers: { cookie: visit.cookie } })
    const responses = await Promise.all(Array.from({ length: 64 }, requestHead))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([405]))
    expect(await readNextContent(visit, '/console/live?page=/console/keys')).toContain('kbd')
  })

  test('is rejected while 64 others are open', async () => {
    const visit = await openVisit()
    const openStream = () => visit.get('/console/live?page=/console/')
    const responses = await Promise.all(Array.from({ length: 65 }, openStream))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(64)
    expect(responses.filter(({ status }) => status === 503)).toHaveLength(1)
    await Promise.all(responses.map(async ({ body }) => body?.cancel()))
  })

  test('ends with its session', async () => {
    let now = start
    const visit = await openVisit(await createTestSandbox({ machineClock: () => now }))
    const { body } = await visit.get('/console/live?page=/console/records/user')
    now = start + 12 * 3_600_000
    await visit.sandbox.control.users.create({ nickname: 'somebody new' })
    expect(await new Response(body).text()).not.toContain('somebody new')
    expect((await visit.get('/console/live?page=/console/')).status).toBe(401)
  })

  test('ends with the sandbox', async () => {
    const visit = await openVisit()
    const contents = streamPage(visit, '/console/')
    await contents.next()
    await visit.servers.close()
    await expect(readUntil(contents, 'never there')).rejects.toThrow('The stream ended')
  })
})
