import { describe, expect, test } from 'vitest'

import { hiddenFields, visited, type Visit } from '../support/console.ts'
import { nextContent } from '../support/streams.ts'

const heightOf = async ({ sandbox }: Visit): Promise<number | undefined> =>
  (await sandbox.control.networks.list())[0]?.height

const mine = { call: 'chain.mine', 'p.blocks': '1', back: '/console/' }

describe('a page takes one form', () => {
  test('so a double click makes one call, and the next page says what it did', async () => {
    const visit = await visited()
    const before = await heightOf(visit)
    const form = { ...mine, ...hiddenFields(await visit.page('/console/')) }
    await Promise.all([visit.post('/console/call', form), visit.post('/console/call', form)])
    expect(await heightOf(visit)).toBe(Number(before) + 1)
    expect(await visit.page('/console/')).toContain('class="notice good"')
  })

  test('so a page that the browser kept makes no second call, and the next page says so', async () => {
    const visit = await visited()
    const form = { ...mine, ...hiddenFields(await visit.page('/console/')) }
    await visit.post('/console/call', form)
    const after = await heightOf(visit)
    await visit.page('/console/')
    await visit.post('/console/call', { ...form, 'p.blocks': '5' })
    expect(await heightOf(visit)).toBe(after)
    expect(await visit.page('/console/')).toContain('✕ Not sent: that page had sent a form before.')
  })

  test('also after it has updated itself', async () => {
    const visit = await visited()
    const html = await visit.page('/console/')
    const address = /data-live="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
    expect(hiddenFields(await nextContent(visit, address)).once).toBe(hiddenFields(html).once)
    expect(hiddenFields(await visit.page('/console/')).once).not.toBe(hiddenFields(html).once)
  })
})

describe('a page of earlier rows', () => {
  test.each(['reset', 'restore'] as const)('does nothing after %s', async (how) => {
    const visit = await visited()
    const { control } = visit.sandbox
    const snapshot = await control.snapshot()
    const form = hiddenFields(await visit.page('/console/'))
    await (how === 'reset' ? control.reset() : control.restore(snapshot))
    const before = await heightOf(visit)
    await visit.post('/console/call', { ...mine, ...form })
    expect(await heightOf(visit)).toBe(before)
    expect(await visit.page('/console/')).toContain('✕ Not sent: the rows may have been replaced')
    await visit.post('/console/call', { ...mine, ...hiddenFields(await visit.page('/console/')) })
    expect(await heightOf(visit)).toBe(Number(before) + 1)
  })

  test('that updates itself acts on the present ones', async () => {
    const visit = await visited()
    const html = await visit.page('/console/')
    await visit.sandbox.control.reset()
    const address = /data-live="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const before = await heightOf(visit)
    await visit.post('/console/call', { ...mine, ...hiddenFields(await nextContent(visit, address)) })
    expect(await heightOf(visit)).toBe(Number(before) + 1)
  })
})

test('an open page keeps its merchant after another tab has chosen another one', async () => {
  const visit = await visited()
  const address =
    /data-live="([^"]+)"/.exec(await visit.page('/console/'))?.[1]?.replaceAll('&amp;', '&') ?? ''
  await visit.post('/console/merchant', { appId: 'demo-classic', back: '/console/' })
  const content = await nextContent(visit, address)
  expect(content).toContain('name="p.appId" value="demo-modern"')
  expect(content).not.toContain('demo-classic')
})
