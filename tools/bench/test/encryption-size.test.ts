import { afterEach, expect, test, vi } from 'vitest'

import { zippedSize } from '../suites/encryption/bundle.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

test('modules of Node weigh nothing', async () => {
  const call = `export const size = () => hash('md5', '')`
  const free = await zippedSize(`import { hash } from 'node:crypto'; ${call}`)
  expect(free).toBeLessThan(120)
})

test('what is set apart weighs nothing', async () => {
  const entry = `export { isUser } from '@custody-wallet/types/validate'`
  const whole = await zippedSize(entry)
  expect(await zippedSize(entry, [/^@custody-wallet\/types/])).toBeLessThan(whole / 2)
})

test('a bundle that leaves out anything else has no size', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  await expect(zippedSize(`export * from 'no-such-package'`)).rejects.toThrow(
    'The bundle leaves out no-such-package',
  )
})
