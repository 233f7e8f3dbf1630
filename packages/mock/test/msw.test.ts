import { createPlainClient as plainClient } from '@custody-wallet/client/plain'
import { http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createMock } from '../src/index.ts'
import { createMswResolver } from '../src/msw.ts'

const server = setupServer(
  http.get('https://other.example/*', () => new Response('other')),
  http.all('https://mocked.example/*', createMswResolver()),
  http.all('https://failing.example/*', createMswResolver(createMock({ failRate: 1 }))),
  http.all('*', () => new Response('next handler')),
)

beforeAll(() => server.listen())
afterAll(() => server.close())

const fetchText = async (url: string): Promise<string> => (await fetch(url)).text()

test('a client in the same process gets typed responses without a port', async () => {
  const front = plainClient({ url: 'https://mocked.example' })
  expect((await front.accounts.get({ uid: 10042, symbol: 'BTC' })).normal_balance).toBe('1.25')
  expect(await front.withdrawals.pull({ symbol: 'BTC' })).toHaveLength(2)
})

test('a mock with options fails as they say', async () => {
  const front = plainClient({ url: 'https://failing.example' })
  await expect(front.accounts.get({ uid: 10042, symbol: 'BTC' })).rejects.toMatchObject({
    code: 'SERVICE_FAILED',
  })
})

test('a fragment in the URL does not change which call it is', async () => {
  const resolver = createMswResolver()
  const fetchStatus = async (path: string) =>
    (await resolver({ request: new Request(`https://mocked.example${path}`) }))?.status
  expect(await fetchStatus('/api/mpc/wallet/open_coin#x')).toBe(200)
  expect(await fetchStatus('/elsewhere#/api/mpc/wallet/open_coin')).toBeUndefined()
})

test.each(['/', '/_mock', '/elsewhere'])('%s is not a call, so MSW uses the next handler', async (path) => {
  expect(await fetchText(`https://mocked.example${path}`)).toBe('next handler')
})
