import { describe, expect, test } from 'vitest'

import { readHiddenFields, readNotice, openVisit, type Visit } from '../support/console.ts'
import { readNextContent } from '../support/streams.ts'

const getHeight = async ({ sandbox }: Visit): Promise<number | undefined> =>
  (await sandbox.control.networks.list())[0]?.height

const mine = { call: 'chain.mine', 'p.blocks': '1', back: '/console/' }

describe('a page accepts one form', () => {
  test('so a double click makes one call, and the next page shows its outcome', async () => {
    const visit = await openVisit()
    const before = await getHeight(visit)
    const form = { ...mine, ...readHiddenFields(await visit.page('/console/')) }
    await Promise.all([visit.post('/console/call', form), visit.post('/console/call', form)])
    expect(await getHeight(visit)).toBe(Number(before) + 1)
    expect(readNotice(await visit.page('/console/'))).toMatch(/^good: /)
  })

  test('so a cached page makes no second call, and the next page says so', async () => {
    const visit = await openVisit()
    const form = { ...mine, ...readHiddenFields(await visit.page('/console/')) }
    await visit.post('/console/call', form)
    const after = await getHeight(visit)
    await visit.page('/console/')
    await visit.post('/console/call', { ...form, 'p.blocks': '5' })
    expect(await getHeight(visit)).toBe(after)
    expect(readNotice(await visit.page('/console/'))).toMatch(
      /^stop: Not sent: you already sent a form from that page\./,
    )
  })

  test('also after an automatic update', async () => {
    const visit = await openVisit()
    const html = await visit.page('/console/')
    const address = /data-live="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
    expect(readHiddenFields(await readNextContent(visit, address)).once).toBe(readHiddenFields(html).once)
    expect(readHiddenFields(await visit.page('/console/')).once).not.toBe(readHiddenFields(html).once)
  })
})

describe('a page with replaced data', () => {
  test.each(['reset', 'restore'] as const)('does nothing after %s', async (how) => {
    const visit = await openVisit()
    const { control } = visit.sandbox
    const snapshot = await control.snapshot()
    const form = readHiddenFields(await visit.page('/console/'))
    await (how === 'reset' ? control.reset() : control.restore(snapshot))
    const before = await getHeight(visit)
    await visit.post('/console/call', { ...mine, ...form })
    expect(await getHeight(visit)).toBe(before)
    expect(readNotice(await visit.page('/console/'))).toMatch(/^stop: Not sent: the data was replaced/)
    await visit.post('/console/call', { ...mine, ...readHiddenFields(await visit.page('/console/')) })
    expect(await getHeight(visit)).toBe(Number(before) + 1)
  })

  test('acts on the new data after an automatic update', async () => {
    const visit = await openVisit()
    const html = await visit.page('/console/')
    await visit.sandbox.control.reset()
    const address = /data-live="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const before = await getHeight(visit)
    await visit.post('/console/call', { ...mine, ...readHiddenFields(await readNextContent(visit, address)) })
    expect(await getHeight(visit)).toBe(Number(before) + 1)
  })
})

test('an open page keeps its merchant after another tab has chosen another one', async () => {
  const visit = await openVisit()
  const address = /data-live="([^"]+)"/.exec(await visit.page('/console/'))?.[1]?.replaceAll('&amp;', '&') ?? ''
  await visit.post('/console/merchant', { appId: 'demo-classic', back: '/console/' })
  const content = await readNextContent(visit, address)
  expect(content).toContain('name="p.appId" value="demo-modern"')
  expect(content).not.toContain('demo-classic')
})
