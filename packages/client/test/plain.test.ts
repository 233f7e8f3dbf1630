import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

import { expect, test } from 'vitest'

import { createPlainClient } from '../src/plain.ts'
import { catchFailure } from './support/failures.ts'
import { getSampleResponse } from './support/samples.ts'
import { address } from './support/service.ts'

const entry = fileURLToPath(new URL('../src/plain.ts', import.meta.url))
const { resolve: find } = createRequire(import.meta.url)

/** Lists all runtime imports of a module, direct and indirect, like a bundler. */
function listImports(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  const text = readFileSync(file, 'utf8').replaceAll(/^( *\/?\*).*$/gm, '')
  const names = [...text.matchAll(/(?:^|\n)(?:import|export)(?! type)[^'\n]*?from '([^']+)'|import\('([^']+)'\)/g)]
  for (const [, name = '', lazy = name] of names)
    if (lazy.startsWith('node:')) seen.add(lazy)
    else listImports(lazy.startsWith('.') ? resolve(dirname(file), lazy) : find(lazy), seen)
  return seen
}

test('the plain client imports no Node modules and no encryption, so it runs in browsers', () => {
  const imports = [...listImports(entry)]
  expect(imports.length).toBeGreaterThan(20)
  expect(imports.filter((name) => /^node:|encryption|openapi-fetch/.test(name))).toEqual([])
})

test('requests have the headers of a server in between, and no merchant credentials', async () => {
  const seen: RequestInit[] = []
  const fetch = async (_url: string, init: RequestInit) => {
    seen.push(init)
    return Response.json(getSampleResponse('getToken', 'typical'))
  }
  await createPlainClient({ url: address, fetch, headers: { 'X-Session': 's' } }).token.get()
  expect(seen[0]).toMatchObject({ method: 'GET', redirect: 'manual', credentials: 'omit' })
  expect(Object.keys(seen[0]?.headers ?? {})).toEqual(['accept', 'x-session'])
})

test("calls work with the fetch of Cloudflare's workerd, which rejects redirect: 'error'", async () => {
  const fetch = async (_url: string, { redirect }: RequestInit) => {
    if (redirect !== 'follow' && redirect !== 'manual')
      throw new TypeError('Invalid redirect value, must be one of "follow" or "manual".')
    return Response.json(getSampleResponse('getToken', 'typical'))
  }
  expect(await createPlainClient({ url: address, fetch }).token.get()).toBeDefined()
})

test('a redirect is an error in browsers and on servers', async () => {
  const elsewhere = Response.redirect('https://elsewhere.example/', 302)
  const hidden = Object.defineProperties(Response.json({}), {
    type: { value: 'opaqueredirect' },
    status: { value: 0 },
  })
  for (const response of [elsewhere, hidden]) {
    const { token } = createPlainClient({ url: address, fetch: async () => response })
    await expect(token.get()).rejects.toMatchObject({
      code: 'REDIRECTED',
      message: expect.stringMatching(
        /^getToken failed: redirect(?: 302)? from \S+ Set the final address: the client does not follow redirects\.$/,
      ),
    })
  }
})

test('lists are joined, segments inserted, and strings encoded', async () => {
  const seen: string[] = []
  const fetch = async (url: string) => {
    seen.push(url.slice(address.length))
    return Response.json([])
  }
  const segments = { staking_protocol: 'stake-1', resource_chain: 'chain-1' }
  const { staking, delegations } = createPlainClient({ url: address, fetch, segments })
  await staking.details({ ids: ['a&b', 'c=d'] })
  await delegations.list({ ids: ['é'] })
  expect(seen).toEqual(['/api/mpc/stake-1/details?ids=a%26b,c%3Dd', '/api/mpc/chain-1/delegate/trans_list?ids=%C3%A9'])
})

test.each(['.', '..', '...', 'a/b', '', 'a?b'])('a segment "%s" would lead elsewhere', async (staking_protocol) => {
  const front = createPlainClient({ url: address, segments: { staking_protocol, resource_chain: 'tron' } })
  await expect(front.staking.details({ ids: ['a'] })).rejects.toThrow('segments.staking_protocol')
})

test('a success that breaks the contract is reported with its location', async () => {
  const fetch = async () => Response.json({ code: '0', msg: '', data: { uid: 'secret-uid', nickname: '' } })
  const error = await catchFailure(
    createPlainClient({ url: address, fetch }).users.find({ email: 'a@custody.example' }),
  )
  expect(error).toMatchObject({ code: 'RESPONSE_INVALID', context: { issues: [{ pointer: '/data/uid' }] } })
  expect(error.message).not.toContain('secret-uid')
})

test('a pull is not retried, because no profile says that it is repeatable', async () => {
  let asked = 0
  const fetch = async () => {
    asked += 1
    return new Response(null, { status: 503 })
  }
  const { withdrawals } = createPlainClient({ url: address, fetch, random: () => 0 })
  const error = await catchFailure(withdrawals.pull({ symbol: 'BTC' }))
  expect(error).toMatchObject({ code: 'HTTP_STATUS', context: { status: 503 }, retryable: false })
  expect(error.message).toMatch(/before you pull again\. /)
  expect(asked).toBe(1)
})
