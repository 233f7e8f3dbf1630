import { describe, expect, test } from 'vitest'

import { account, ask, consume, origin, plain, withBody } from './support.ts'

describe('a URL', () => {
  const coins = '/api/mpc/wallet/open_coin'

  test.each([`${coins}#x`, `${coins}#?uid=1`, `${coins}?#x`, `${account.replace('uid=1&', '')}&uid=1#x`])(
    'means the same without its fragment: %s',
    async (address) => {
      expect(await plain.has(new Request(`${origin}${address}`))).toBe(true)
      expect((await ask(address)).status).toBe(200)
    },
  )

  test('that resembles that of a call is unknown, also for a preflight', async () => {
    const resembling = consume.replace('s', '%73')
    expect(await plain.has(new Request(`${origin}${resembling}`))).toBe(false)
    expect((await ask(resembling, withBody('{"symbol":"BTC"}'))).status).toBe(404)
    const { headers } = await ask(resembling, { method: 'OPTIONS' })
    expect(headers.get('allow')).toBe('GET, HEAD, OPTIONS')
  })
})
