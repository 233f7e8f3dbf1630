import { join } from 'node:path'

import { isDecimal, sum } from '@custody-wallet/types/arithmetic'
import { describe, expect, test } from 'vitest'

import { controlCalls } from '../../src/generated/calls.ts'
import { recordKinds } from '../../src/records/kinds.ts'
import { listNames } from '../../src/states/table.ts'
import { listRows, openVisit, readText } from '../support/console.ts'
import { createScratchFolder } from '../support/files.ts'
import { createPopulatedSandbox } from '../support/populated.ts'
import { createClient, createTestSandbox } from '../support/sandbox.ts'

const kinds = listNames(recordKinds)
const calls = listNames(controlCalls)
const minerFee = {
  address_from: 'a',
  address_to: 'cold-wallet',
  txid: 'txid-1',
  amount: '0.5',
  fee: '0',
  confirm: 6,
  symbol: 'BTC',
  balance: '0',
}

describe('with records of every type', () => {
  test('every list shows its records, and each record has a page', async () => {
    const { sandbox } = await createPopulatedSandbox()
    await createClient(sandbox).notifications.internal(minerFee)
    const { page } = await openVisit(sandbox)
    for (const kind of kinds) {
      const list = await page(`/console/records/${kind}`)
      const [link] = new RegExp(`/console/records/${kind}/\\d+`).exec(list) ?? []
      expect([kind, link]).toEqual([kind, expect.any(String)])
      expect(await page(link ?? '')).toMatch(/<h1>[\w .]+(?:, <span class="ui-amount">.*)?<\/h1>/)
    }
  })

  test('the page of a record shows its life cycle as a diagram and in words', async () => {
    const { sandbox } = await createPopulatedSandbox()
    const { page } = await openVisit(sandbox)
    const [deposit] = await sandbox.control.records.list({ kind: 'deposit', state: 'credited' })
    const html = await page(`/console/records/deposit/${deposit?.id}`)
    expect(html).toMatch(/role="img" aria-label="History: [\w, ]*credited\. Current state: credited\."/)
    expect(html).toContain('● credited')
    expect(html).toContain('<h2>Transfers</h2>')
  })

  test('an action that is not possible has no button and shows the reason', async () => {
    const { sandbox } = await createPopulatedSandbox()
    const { page } = await openVisit(sandbox)
    const [deposit] = await sandbox.control.records.list({ kind: 'deposit', state: 'credited' })
    const html = await page(`/console/records/deposit/${deposit?.id}`)
    expect(html).not.toContain('value="deposits.accept"')
    expect(html).toMatch(/<dt>Accept<\/dt><dd>deposit \d+ is credited: accept needs /)
  })

  test('the coins of a stake cannot be taken back while they are locked', async () => {
    const sandbox = await createTestSandbox()
    const { stakes, chain, mpc } = sandbox.control
    await mpc.fund({ wallet: 7, symbol: 'BTC', amount: '1' })
    const { id } = await stakes.stake({ wallet: 7, symbol: 'BTC', requestId: 'stake-1', amount: '0.5' })
    await chain.mine(3)
    await stakes.unbond({ id })
    await chain.mine(3)
    const html = await (await openVisit(sandbox)).page(`/console/records/stake/${id}`)
    expect(html).toMatch(/<dt>Unstake<\/dt><dd>stake 1 is locked until block \d+, and Bitcoin is at \d+/)
  })
})

describe('a list', () => {
  test('links to older records, and back to the newest', async () => {
    const sandbox = await createTestSandbox()
    for (let at = 0; at < 60; at += 1) await sandbox.control.users.create({ nickname: `user ${at}` })
    const { page } = await openVisit(sandbox)
    const first = await page('/console/records/user')
    expect(first.match(/\/console\/records\/user\/\d+"/g)).toHaveLength(50)
    const [, older = ''] = /href="([^"]+)" rel="next"/.exec(first) ?? []
    const second = await page(older.replaceAll('&amp;', '&'))
    expect(second.match(/\/console\/records\/user\/\d+"/g)).toHaveLength(11)
    expect(second).not.toContain('rel="next"')
    expect(second).toMatch(/href="\/console\/records\/user"[^>]*>Newest</)
  })

  test.each([
    ['email=a%40shop.example', ['a@shop.example']],
    ['email=a*', ['a@shop.example', 'ab@shop.example']],
    ['email=A*', []],
    ['email=*', ['a@shop.example', 'ab@shop.example', 'b@shop.example']],
    ['email=other@shop.example', []],
    ['email=', ['a@shop.example', 'ab@shop.example', 'b@shop.example']],
    ['unknown=1', ['a@shop.example', 'ab@shop.example', 'b@shop.example']],
  ])('of users with %s shows %j', async (query, emails) => {
    const sandbox = await createTestSandbox()
    for (const email of ['a@shop.example', 'ab@shop.example', 'b@shop.example'])
      await sandbox.control.users.create({ email })
    const html = await (await openVisit(sandbox)).page(`/console/records/user?${query}`)
    const shown = listRows(html).flatMap(([, email = '']) => (email.includes('@') ? [email] : []))
    expect(shown.toSorted()).toEqual(emails)
  })

  test('filtered by a uid that is not a number is empty', async () => {
    const { page } = await openVisit()
    expect(await page('/console/records/deposit?uid=x')).toContain('No records match.')
  })
})

describe('an unknown page or record', () => {
  test.each([
    ['/console/nothing', 'Page not found'],
    ['/console/records/nothing', 'Unknown type of record'],
    ['/console/records/toString', 'Unknown type of record'],
    ['/console/records/deposit/99', 'There is no deposit 99'],
    ['/console/records/deposit/x', 'There is no deposit -1'],
    ['/console/requests/7', 'Request 7 is not in the log'],
    ['/console/notifications/7', 'There is no notification 7'],
    ['/console/actions/chain.nothing', 'Unknown control call: chain.nothing'],
    ['/console/balance?uid=1&amp;symbol=XYZ', 'There is no'],
  ])('%s gets HTTP 404 with the reason', async (path, text) => {
    const { get } = await openVisit()
    const response = await get(path)
    expect([response.status, await response.text()]).toEqual([404, expect.stringContaining(text)])
  })
})

test('every control call has a form, a link and a curl command', async () => {
  const { page } = await openVisit()
  const list = await page('/console/actions')
  for (const id of calls) {
    expect(list).toContain(`href="/console/actions/${id}"`)
    const { path, summary } = controlCalls[id]
    const html = await page(`/console/actions/${id}`)
    expect([id, html]).toEqual([id, expect.stringContaining(`<h1>${summary}</h1>`)])
    expect([id, html]).toEqual([id, expect.stringMatching(new RegExp(`curl -H .*${path.replaceAll('/', '\\/')}`))])
  }
})

test('the query of a form presets its fields', async () => {
  const { page } = await openVisit()
  const html = await page('/console/actions/chain.pay?symbol=BTC&to=a%22b&amount=1')
  expect(html).toContain('value="a&quot;b"')
  expect(html).toMatch(/<input(?=[^>]*name="p\.symbol")[^>]*value="BTC"/)
})

test('texts of callers are escaped', async () => {
  const sandbox = await createTestSandbox()
  const attack = '"><img src=x onerror=alert(1)><script>alert(1)</script>'
  const { uid } = await sandbox.control.users.create({ nickname: attack, email: 'a@shop.example' })
  await createClient(sandbox).addresses.register({
    symbol: 'BTC',
    addresses: [attack.slice(0, 60)],
    memo: false,
  })
  await sandbox.plain(new Request(`http://sandbox/${encodeURIComponent(attack)}?${encodeURIComponent(attack)}`))
  const { page } = await openVisit(sandbox)
  const paths = ['/records/user', `/records/user/${uid}`, '/records/address', '/requests', '/requests/2']
  for (const path of [...paths, '/', `/requests?operation=${encodeURIComponent(attack)}`]) {
    const html = await page(`/console${path}`)
    expect([path, html]).toEqual([
      path,
      expect.not.stringMatching(/<img|<script(?! type="module" src| src="\/console\/assets\/[\w-]+\/pages\.js")/),
    ])
  }
  expect(await page('/console/records/user')).toContain('&lt;img src=x onerror')
})

test('a read-only sandbox shows its data, and disables every button with the reason', async () => {
  const data = join(createScratchFolder(), 'rows.db')
  const written = await createTestSandbox({ data })
  await written.control.users.create({ nickname: 'reader' })
  await written.close()
  const { page, post, sandbox } = await openVisit(await createTestSandbox({ data, readOnly: true }))
  const list = await page('/console/records/user')
  expect(list).toContain('reader')
  expect(list).toContain('This sandbox is read-only: you can view its data, but not change it.')
  const html = await page('/console/actions/users.create')
  expect(html).toMatch(/<button type="submit" disabled="" aria-describedby="([\w-]+)"/)
  expect(html).toContain('This sandbox is read-only.')
  await post('/console/call', { call: 'users.create', back: '/console/' })
  expect(await page('/console/')).toMatch(/class="ui-notice stop"/)
  expect(await sandbox.control.records.list({ kind: 'user' })).toHaveLength(2)
})

test('the pages of a balance show all transfers, 50 at a time', async () => {
  const sandbox = await createTestSandbox()
  const { control } = sandbox
  await control.addresses.generate({ symbol: 'BTC', count: 1 })
  const { uid } = await control.users.create({})
  const { address } = await control.addresses.assign({ uid, symbol: 'BTC' })
  for (let paid = 0; paid < 53; paid += 1) await control.chain.pay({ symbol: 'BTC', to: address, amount: '0.001' })
  await control.chain.mine(3, 'Bitcoin')
  // On a busy machine, the server closes a connection that is idle for all of them.
  const { page } = await openVisit(sandbox)
  const newest = await page(`/console/balance?uid=${uid}&symbol=BTC`)
  expect(listRows(newest)).toHaveLength(50)
  expect(listRows(newest)[0]?.slice(2, 4)).toEqual(['0.001', '0.053'])
  const [, next = ''] = /href="([^"]+)" rel="next"/.exec(newest) ?? []
  const oldest = await page(next.replaceAll('&amp;', '&'))
  expect(listRows(oldest)).toHaveLength(3)
  expect(listRows(oldest)[2]?.slice(2, 4)).toEqual(['0.001', '0.001'])
  expect(readText(oldest)).toContain('Available0.053BTC')
  expect(oldest).not.toContain('rel="next"')
})

test('the transfers on the page of a balance add up to the available amount', async () => {
  const sandbox = await createTestSandbox()
  const { control } = sandbox
  await control.addresses.generate({ symbol: 'BTC', count: 1 })
  const { uid } = await control.users.create({})
  const { address: to } = await control.addresses.assign({ uid, symbol: 'BTC' })
  await control.chain.pay({ symbol: 'BTC', to, amount: '2' })
  await control.chain.mine(3, 'Bitcoin')
  const withdrawal = { uid, symbol: 'BTC', amount: '0.5', to: 'outside' }
  const ids = []
  for (const requestId of ['open', 'voided', 'paid'])
    ids.push((await control.withdrawals.request({ ...withdrawal, requestId })).id)
  const [, voided = 0, paid = 0] = ids
  await control.withdrawals.audit({ id: voided, by: 'platform', decision: 'reject' })
  for (const by of ['merchant', 'platform'] as const)
    await control.withdrawals.audit({ id: paid, by, decision: 'approve' })
  await control.withdrawals.pay({ id: paid })
  await control.chain.mine(3, 'Bitcoin')
  const { page } = await openVisit(sandbox)
  const html = await page(`/console/balance?uid=${uid}&symbol=BTC`)
  const rows = listRows(html)
  const { available } = await control.balances.explain({ uid, symbol: 'BTC' })
  expect(sum(rows.map(([, , amount = '']) => amount).filter(isDecimal))).toBe(available)
  const shown = rows.map(([, , amount, , effect]) => `${amount} ${effect}`)
  expect(shown).toContain('0.5 Voided: returned')
  expect(shown).toContain('0 Posted: already counted as pending')
  expect(readText(html)).toContain(`Available${available}BTC`)
})
