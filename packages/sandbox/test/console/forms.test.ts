import { describe, expect, test } from 'vitest'

import { listFields, parseParameters } from '../../src/console/forms.ts'
import { controlCalls, type ControlId } from '../../src/generated/calls.ts'
import { listNames } from '../../src/states/table.ts'
import { readHiddenFields, readNotice, useSharedVisit, openVisit } from '../support/console.ts'
import { vectorKeys } from '../support/vector-keys.ts'

describe('a form is parsed into parameters', () => {
  const cases: readonly (readonly [id: ControlId, texts: Readonly<Record<string, string>>, parameters: object])[] = [
    ['chain.mine', { blocks: '3', network: '' }, { blocks: 3 }],
    ['chain.pay', { symbol: 'BTC', to: 'a', amount: '0.10' }, { symbol: 'BTC', to: 'a', amount: '0.10' }],
    ['time.advance', { duration: '1h' }, { duration: '1h' }],
    ['time.advance', { duration: '5' }, { duration: 5 }],
    ['time.set', { time: ' 1767225600000 ' }, { time: 1_767_225_600_000 }],
    ['merchants.update', { appId: 'a', autoCollection: 'false' }, { appId: 'a', autoCollection: false }],
    [
      'merchants.update',
      { appId: 'a', notificationUrls: 'http://127.0.0.1:1\nhttp://127.0.0.1:2, http://127.0.0.1:3' },
      {
        appId: 'a',
        notificationUrls: ['http://127.0.0.1:1', 'http://127.0.0.1:2', 'http://127.0.0.1:3'],
      },
    ],
    ['notifications.send', { overrides: '{"confirm":7}' }, { overrides: { confirm: 7 } }],
  ]
  test.each(cases)('%s from %j', (id, texts, parameters) => {
    expect(parseParameters(id, texts)).toEqual({ parameters, mistakes: [] })
  })

  test.each([
    ['chain.mine', { blocks: 'x' }, /^Blocks must be/],
    ['chain.mine', { blocks: '1.5' }, /^Blocks must be/],
    ['chain.mine', { blocks: '99999999999999999999' }, /^Blocks must be/],
    ['chain.pay', { symbol: 'BTC' }, /^Receiving address is missing\.$/],
    ['time.set', { time: '' }, /^Time is missing\.$/],
    ['merchants.update', { appId: 'a', autoCollection: 'yes' }, /^Auto collection must be/],
  ] as const)('%s rejects %j', (id, texts, mistake) => {
    expect(parseParameters(id, texts).mistakes[0]?.text).toMatch(mistake)
  })
})

test('every parameter of every call is a field', () => {
  for (const id of listNames(controlCalls))
    expect([id, listFields(id).map(({ name }) => name)]).toEqual([
      id,
      Object.keys(Object(controlCalls[id].shape).properties ?? {}),
    ])
})

describe('a form', () => {
  test('makes its call, and only the next page shows the outcome', async () => {
    const { call, page, sandbox } = await openVisit()
    const html = await call('users.create', { email: 'a@shop.example' })
    expect(readNotice(html)).toBe('good: Created user 10003. User 10003')
    expect(html).toContain('<a href="/console/records/user/10003">User 10003</a>')
    expect(html).toContain('-d &#39;{&quot;email&quot;:&quot;a@shop.example&quot;}&#39;')
    expect(await sandbox.control.records.list({ kind: 'user', email: 'a@shop.example' })).toHaveLength(1)
    expect(await page('/console/')).not.toContain('Created user')
  })

  test('for a call that is rejected shows the reason', async () => {
    const { call } = await openVisit()
    const html = await call('deposits.accept', { id: '7' })
    expect(readNotice(html)).toMatch(/^stop: .*There is no deposit 7/)
  })

  test('for a payment to an unknown address says why there is no deposit', async () => {
    const { call } = await openVisit()
    const html = await call('chain.pay', { symbol: 'BTC', to: 'mistyped', amount: '1' })
    expect(readNotice(html)).toMatch(
      /^wait: Paid 1 BTC\. The payment makes no deposit and changes no balance: no merchant has the address mistyped in BTC/,
    )
  })

  test('with a private key instead of a public one never shows the key', async () => {
    const { call } = await openVisit()
    const [{ encryption }] = vectorKeys
    const secret = encryption.privatePem.reveal()
    const keys = JSON.stringify({ encryption: { key: secret }, signature: [{ key: encryption.publicPem }] })
    const rejected = await call('merchants.create', { appId: 'shop', profile: 'modern', keys })
    expect(rejected).toContain('keys.encryption is a private key: give the public key.')
    const unread = await call('merchants.create', { appId: 'shop', profile: 'modern', keys: secret })
    expect(readNotice(unread)).toMatch(/^stop: Not sent: Public keys must be/)
    const [, line = ''] = secret.split('\n')
    for (const html of [rejected, unread]) expect(html).not.toContain(line)
  })

  test('with a mistake is not sent', async () => {
    const { call } = await openVisit()
    expect(readNotice(await call('chain.mine', { blocks: 'x' }))).toMatch(/^stop: Not sent: Blocks must be/)
    const several = await call('merchants.create', {
      appId: 'shop',
      profile: 'modern',
      keys: '{"encryption":1}',
    })
    expect(readNotice(several)).toBe(
      'stop: Not sent: Public keys/encryption must be an object. Public keys/signature is missing.',
    )
    const text = await call('merchants.create', { appId: 'shop', profile: 'modern', keys: 'a' })
    expect(readNotice(text)).toBe('stop: Not sent: Public keys must be an object, as JSON.')
  })

  test('keeps its input after a mistake, with the mistake at its field', async () => {
    const { post, page } = await openVisit()
    const back = '/console/actions/chain.pay'
    const fields = { 'p.symbol': 'BTC', 'p.to': 'bc1-kept', 'p.amount': 'much' }
    await post('/console/call', { call: 'chain.pay', sender: 'chain-pay-', back, ...fields })
    const html = await page(back)
    expect(html).toContain('value="bc1-kept"')
    expect(html).toMatch(/<input[^>]*name="p.amount"[^>]*aria-invalid="true"[^>]*>/)
    expect(html).toMatch(/id="[\w-]+-amount-error">.*?Amount must be/s)
    expect(html).not.toContain('data-live')
    expect(await page(back)).not.toContain('bc1-kept')
  })

  test('keeps its input after a warning, so that a mistyped address can be corrected', async () => {
    const { post, page } = await openVisit()
    const back = '/console/actions/chain.pay'
    const fields = { 'p.symbol': 'BTC', 'p.to': 'mistyped', 'p.amount': '1' }
    await post('/console/call', { call: 'chain.pay', sender: 'chain-pay-', back, ...fields })
    expect(await page(back)).toContain('value="mistyped"')
  })

  test('keeps its input, but never keys, after a call that is rejected', async () => {
    const { post, page } = await openVisit()
    const back = '/console/actions/merchants.update'
    const fields = { 'p.appId': 'no-shop', 'p.keys': '{"made-up":1}' }
    await post('/console/call', { call: 'merchants.update', sender: 'merchants-update-', back, ...fields })
    const html = await page(back)
    expect(html).toContain('value="no-shop"')
    expect(html).not.toContain('made-up')
  })

  test.each([
    ['deposits.accept', 'deposits-accept-7', '/console/actions/deposits.accept?id=9', { 'p.id': '7' }],
    [
      'merchants.update',
      'merchants-update-demo-classic',
      '/console/actions/merchants.update?appId=demo-modern',
      { 'p.appId': 'demo-classic', 'p.payer': 'x' },
    ],
  ])('of %s for another record keeps nothing of %s', async (call, sender, other, fields) => {
    const { post, page } = await openVisit()
    await post('/console/call', { call, sender, back: '/console/keys', ...fields })
    const [value = ''] = Object.values(fields)
    expect(await page(other)).not.toMatch(new RegExp(`<input(?=[^>]* name="p\\.)[^>]* value="${value}"`))
  })

  test.each([
    ['chain.pay', 'to'],
    ['users.create', 'email'],
    ['merchants.update', 'addresses'],
    ['merchants.update', 'notificationUrls'],
  ])('of %s never shows a private key in %s', async (call, field) => {
    const { post, page } = await openVisit()
    const [{ encryption }] = vectorKeys
    const secret = encryption.privatePem.reveal()
    const [, line = ''] = secret.split('\n')
    const fields = { call, sender: `${call.replace('.', '-')}-`, [`p.${field}`]: secret, 'p.appId': 'x' }
    const curl = await (await post('/console/curl', fields)).text()
    await post('/console/call', { ...fields, back: `/console/actions/${call}` })
    for (const text of [curl, await page(`/console/actions/${call}`)]) expect(text).not.toContain(line)
  })

  test('shows only the fields of the chosen type', async () => {
    const { page } = await openVisit()
    const listNamesOf = (html: string) => [...html.matchAll(/ name="p\.(\w+)"/g)].map(([, name]) => name)
    expect(listNamesOf(await page('/console/actions/faults.add?type=latency'))).toContain('milliseconds')
    const html = await page('/console/actions/faults.add?type=misdirected')
    expect(listNamesOf(html)).toEqual(['kind', 'operation', 'view', 'times', 'percent', 'seed'])
    expect(html).toContain('name="p.kind" value="misdirected"')
  })

  test('writes the curl command of its fields, without keys', async () => {
    const { post } = await openVisit()
    const fields = { 'p.appId': "it's", 'p.keys': '{"secret":1}' }
    const response = await post('/console/curl', { call: 'merchants.update', ...fields })
    const text = await response.text()
    expect([response.status, text]).toEqual([200, expect.stringMatching(/^curl .*"appId":"it\S+s"/)])
    expect(text).not.toContain('secret')
  })

  test('has no curl command for an unknown call', async () => {
    const { post } = await openVisit()
    expect((await post('/console/curl', { call: 'toString' })).status).toBe(404)
  })

  test('keeps no input that is too long for a session', async () => {
    const { post, page } = await openVisit()
    const back = '/console/actions/chain.pay'
    const fields = { 'p.symbol': 'BTC', 'p.to': 'a'.repeat(20_001), 'p.amount': 'much' }
    await post('/console/call', { call: 'chain.pay', sender: 'chain-pay-', back, ...fields })
    const html = await page(back)
    expect(readNotice(html)).toMatch(/^stop: /)
    expect(html).not.toContain('aaaa')
  })

  test.each([
    ['deposits.reject', 'Ends the check. The deposit is never credited.'],
    ['reset', 'All records, merchants and settings are removed.'],
  ])('of %s asks for confirmation with what it changes', async (id, warning) => {
    const { page } = await openVisit()
    expect(await page(`/console/actions/${id}`)).toMatch(new RegExp(`<dialog[^>]*>.*${warning}`, 's'))
  })

  test.each(['deposits.accept', 'chain.pay'])('of %s needs no confirmation', async (id) => {
    const { page } = await openVisit()
    expect(await page(`/console/actions/${id}`)).not.toContain('<dialog')
  })

  test.each([
    ['coins.update?symbol=BTC', 'symbol', 'BTC', 'confirmations', '2'],
    [
      'merchants.update?appId=demo-modern',
      'appId',
      'demo-modern',
      'notificationUrls',
      'http://127.0.0.1:1 http://127.0.0.1:2',
    ],
    ['networks.update?name=Bitcoin', 'name', 'Bitcoin', 'interval', '0'],
  ])('of %s starts with the current values, and %s stays', async (path, key, name, field, value) => {
    const { page, sandbox } = await openVisit()
    const notificationUrls = ['http://127.0.0.1:1', 'http://127.0.0.1:2']
    await sandbox.control.merchants.update({ appId: 'demo-modern', notificationUrls })
    await sandbox.control.coins.update({ symbol: 'BTC', confirmations: 2 })
    await sandbox.control.networks.update({ name: 'Bitcoin', interval: 0 })
    const html = await page(`/console/actions/${path}`)
    expect(html).toContain(`<input type="hidden" name="p.${key}" value="${name}"/>`)
    expect(html).toMatch(new RegExp(`<input(?=[^>]* name="p\\.${field}")[^>]* value="${value}"`))
  })

  test('sends only what differs from the values at its start, and empties a list whose entries are removed', async () => {
    const { page, post, sandbox } = await openVisit()
    const { merchants } = sandbox.control
    await merchants.update({ appId: 'demo-modern', notificationUrls: ['http://127.0.0.1:1'], payer: 'merchant' })
    const html = await page('/console/actions/merchants.update?appId=demo-modern')
    const start = { 'was.notificationUrls': 'http://127.0.0.1:1', 'was.payer': 'merchant' }
    for (const [name, value] of Object.entries(start))
      expect(html).toContain(`<input type="hidden" name="${name}" value="${value}"/>`)
    const fields = {
      call: 'merchants.update',
      'p.appId': 'demo-modern',
      'p.notificationUrls': ' ',
      'p.payer': 'merchant',
    }
    const curl = await (await post('/console/curl', { ...fields, ...start })).text()
    expect(curl).toContain(`-d '{"appId":"demo-modern","notificationUrls":[]}'`)
    await merchants.update({ appId: 'demo-modern', payer: 'platform' })
    await post('/console/call', { ...fields, ...start, back: '/console/' })
    const merchant = (await merchants.list()).find(({ appId }) => appId === 'demo-modern')
    expect(merchant).toMatchObject({ notificationUrls: [], payer: 'platform' })
  })

  test('suggests users by their e-mail address', async () => {
    const { page, sandbox } = await openVisit()
    const { uid } = await sandbox.control.users.create({ email: 'a@shop.example' })
    expect(await page('/console/actions/addresses.assign')).toContain(`<option value="${uid}">a@shop.example</option>`)
  })

  test.each(['snapshot', 'restore'])('for %s does nothing, because it has its own form', async (id) => {
    const { call } = await openVisit()
    expect(readNotice(await call(id))).toBe('')
  })

  test('shows the beginning of a long response', async () => {
    const { call, sandbox } = await openVisit()
    for (let at = 0; at < 100; at += 1) await sandbox.control.users.create({ nickname: `${at}`.repeat(500) })
    const html = await call('records.list', { kind: 'user', limit: '100' })
    expect(html.length).toBeLessThan(120_000)
    expect(html).toMatch(/… Cut off: the response has \d+ characters\./)
  })

  test('for an unknown call does nothing', async () => {
    const { call } = await openVisit()
    expect(readNotice(await call('toString'))).toBe('')
  })

  test('redirects to its page', async () => {
    const { post } = await openVisit()
    const back = '/console/records/user?email=a*'
    const response = await post('/console/call', { call: 'chain.mine', 'p.blocks': '1', back })
    expect([response.status, response.headers.get('location')]).toEqual([303, back])
  })

  test('selects the merchant of all pages', async () => {
    const { page, post } = await openVisit()
    await post('/console/merchant', { appId: 'demo-classic', back: '/console/' })
    expect(await page('/console/')).toContain('<title>Overview of demo-classic')
    expect(await page('/console/records/user')).toContain('Of demo-classic, newest first.')
  })

  test('with an unknown merchant keeps the one that is chosen', async () => {
    const { page, post } = await openVisit()
    await post('/console/merchant', { appId: 'nobody-1', back: '/console/' })
    expect(await page('/console/')).toContain('<title>Overview of demo-modern')
  })
})

describe('snapshots', () => {
  test('are downloaded and restored', async () => {
    const { get, origin, cookie, page, sandbox } = await openVisit()
    const taken = await get('/console/snapshot')
    expect(taken.headers.get('content-disposition')).toBe('attachment; filename="sandbox.snapshot"')
    const snapshot = await taken.blob()
    await sandbox.control.users.create({ email: 'a@shop.example' })
    const [, form = ''] = /name="form" value="([^"]+)"/.exec(await page('/console/')) ?? []
    const body = new FormData()
    body.set('form', form)
    body.set('snapshot', snapshot, 'sandbox.snapshot')
    const response = await fetch(`${origin}/console/restore`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie, origin },
      body,
    })
    expect(response.status).toBe(303)
    expect(readNotice(await page('/console/'))).toBe('good: Restored the snapshot.')
    expect(await sandbox.control.records.list({ kind: 'user', email: 'a@shop.example' })).toEqual([])
  })

  test('in another format are rejected', async () => {
    const { origin, cookie, page } = await openVisit()
    const [, form = ''] = /name="form" value="([^"]+)"/.exec(await page('/console/')) ?? []
    const body = new FormData()
    body.set('form', form)
    body.set('snapshot', new Blob(['no snapshot']), 'x')
    await fetch(`${origin}/console/restore`, { method: 'POST', headers: { cookie, origin }, body })
    expect(readNotice(await page('/console/'))).not.toMatch(/^good: /)
  })
})

describe('the page of a captured message', () => {
  const getVisit = useSharedVisit()

  test('shows the steps and keeps the input', async () => {
    const message = 'GET /api/v2/user/info?app_id=demo-modern&data=AAAA.BBBB'
    const html = await (await getVisit().post('/console/message', { message })).text()
    expect(html).toContain('As the platform of demo-modern reads it')
    expect(html).toContain('Failed: </span>Opened and verified')
    expect(html).toContain('app_id=demo-modern&amp;data=AAAA.BBBB')
    expect(html).not.toContain('data-live')
  })

  test('says what is missing and shows the command for other keys', async () => {
    const html = await (await getVisit().post('/console/message', { message: '</textarea><script>' })).text()
    expect(html).toContain('<p>The text contains no message')
    expect(html).toContain('&lt;/textarea&gt;&lt;script&gt;')
    expect(html).toContain('npx @custody-wallet/cli detect')
  })
})

test('a field may contain unencoded equals signs', async () => {
  const { origin, get, cookie } = await openVisit()
  const { form } = readHiddenFields(await (await get('/console/')).text())
  const headers = { cookie, origin, 'content-type': 'application/x-www-form-urlencoded' }
  const body = `form=${form}&message=app_id=a==`
  const response = await fetch(`${origin}/console/message`, { method: 'POST', headers, body })
  expect(await response.text()).toContain('app_id=a==</textarea>')
})

describe('a form with 50,000 fields', () => {
  test('is read, and the first field of a name counts', async () => {
    const { origin, get, cookie } = await openVisit()
    const { form } = readHiddenFields(await (await get('/console/')).text())
    const body = `appId=demo-classic&form=${form}&appId=demo-modern&%=%${'&a'.repeat(50_000)}`
    const headers = { cookie, origin, 'content-type': 'application/x-www-form-urlencoded' }
    const response = await fetch(`${origin}/console/merchant`, {
      method: 'POST',
      redirect: 'manual',
      headers,
      body,
    })
    expect(response.status).toBe(303)
    expect(await (await get('/console/')).text()).toMatch(/value="demo-classic" aria-current="true"/)
  })
})
