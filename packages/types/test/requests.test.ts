import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { createPlainRequest } from '../src/http.ts'
import { type OperationId, operations } from '../src/operations.ts'
import { findOperation, findRoute, readRequest } from '../src/requests.ts'

const runs = { numRuns: 200 }
const text = fc.string({ unit: 'grapheme', minLength: 1 }).filter((each) => each.isWellFormed())
const id = text.filter((value) => !value.includes(','))
const { signal } = new AbortController()

const read = (operation: OperationId, request: Request) => readRequest(operation, request, signal)
const readQuery = (operation: OperationId, search: string) => read(operation, createPlainRequest(`/${search}`))
const readBody = (body: string | Uint8Array<ArrayBuffer>) =>
  read('pullWithdrawals', createPlainRequest('/', { method: 'POST', body }))

describe('a query', () => {
  test('restores strings and integers', async () => {
    const property = fc.asyncProperty(fc.maxSafeInteger(), text, async (uid, symbol) => {
      const search = `?${new URLSearchParams({ uid: String(uid), symbol })}`
      expect(await readQuery('getAccount', search)).toEqual({ parameters: { uid, symbol }, violations: [] })
    })
    await fc.assert(property, runs)
  })

  test('restores lists, joined or repeated', async () => {
    const property = fc.asyncProperty(fc.array(id, { minLength: 1, maxLength: 20 }), async (ids) => {
      const repeated = `?${new URLSearchParams(ids.map((each) => ['ids', each]))}`
      const joined = `?ids=${encodeURIComponent(ids.join())}`
      for (const search of [repeated, joined, `?ids=${ids.map(encodeURIComponent).join()}`])
        expect(await readQuery('listWithdrawals', search)).toEqual({ parameters: { ids }, violations: [] })
    })
    await fc.assert(property, runs)
  })

  test('never changes an integer', async () => {
    const values = fc.oneof(fc.string(), fc.float().map(String), fc.bigInt().map(String))
    const property = fc.asyncProperty(values, async (uid) => {
      const { parameters } = await readQuery('getAccount', `?uid=${encodeURIComponent(uid)}`)
      const { uid: restored } = { uid: undefined, ...Object(parameters) }
      expect(String(restored) === uid || !Number.isSafeInteger(restored)).toBe(true)
    })
    await fc.assert(property, runs)
  })

  test('belongs to a GET', async () => {
    const request = createPlainRequest('/?memo=true', { method: 'POST', body: '{}' })
    await expect(read('registerAddresses', request)).rejects.toThrow('registerAddresses accepts parameters only in the')
  })
})

describe('a body', () => {
  const values = fc.letrec((tie) => ({
    value: fc.oneof(fc.maxSafeInteger(), fc.boolean(), text, fc.constant(null), tie('list'), tie('fields')),
    list: fc.array(tie('value'), { maxLength: 3 }),
    fields: fc.dictionary(fc.stringMatching(/^[a-z_]{1,8}$/), tie('value'), { maxKeys: 3, noNullPrototype: true }),
  }))

  test('restores JSON', async () => {
    const property = fc.asyncProperty(values.fields, async (fields) => {
      expect(await readBody(JSON.stringify(fields))).toEqual({ parameters: fields, violations: [] })
    })
    await fc.assert(property, runs)
  })

  test.each([
    ['nothing', '', 'must be JSON'],
    ['a field twice', '{"symbol":"BTC","symbol":"ETH"}', 'must be JSON'],
    ['a rounded number', '{"trans_id":1.00000000000000000001}', 'must be JSON'],
    ['bytes that are not UTF-8', new Uint8Array([34, 255, 34]), 'must be JSON'],
    ['more than 256 KB', `{}${' '.repeat(256 * 1024)}`, 'must have at most 262144 bytes'],
  ])('with %s is a violation', async (_what, body, message) => {
    const { violations } = await readBody(body)
    expect(violations).toEqual([{ pointer: '', message: expect.stringContaining(message) }])
  })

  test('is read until the signal aborts', async () => {
    const controller = new AbortController()
    const endless = new ReadableStream({ pull: () => controller.abort(new TypeError('ended')) }, { highWaterMark: 0 })
    const init = { method: 'POST', body: endless, duplex: 'half' }
    const reading = readRequest('pullWithdrawals', createPlainRequest('/', init), controller.signal)
    await expect(reading).rejects.toThrow('ended')
  })
})

describe('a path', () => {
  const segment = fc.stringMatching(/^[\w.~-]*\w$/)

  test('is resolved to its call and segments', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.values(operations)),
        segment,
        ({ id: operation, path, segments }, value) => {
          const route = { operation, segments: Object.fromEntries(segments.map((name) => [name, value])) }
          expect(findRoute(path.replaceAll(/\{\w+\}/g, () => value))).toEqual(route)
          expect(findOperation(path)).toBe(operation)
        },
      ),
      runs,
    )
  })

  test.each(['/api/v2/user/canary@x', '/', '/api/v2/user/info/canary@x'])('%s is unknown', (path) => {
    for (const find of [findRoute, findOperation])
      expect(() => find(path)).toThrow(/^The interface has no call at (?!.*canary).*Check its spelling/)
  })
})

describe('a plain request', () => {
  test.each(['/api/v2/user/info?email=a', 'https://shop.example:8080/api/v2/user/info?email=a#b'])(
    'ignores the origin of %s',
    (input) => {
      for (const each of [input, new URL(input, 'http://other.example')])
        expect(createPlainRequest(each).url).toBe('http://plain.invalid/api/v2/user/info?email=a')
    },
  )

  test('without a URL is a TypeError that does not repeat it', () => {
    expect(() => createPlainRequest('http://canary:canary')).toThrow(/^The plain address is not a URL(?!.*canary)/)
  })
})
