import { describe, expect, test } from 'vitest'

import { openVisit, readText } from '../support/console.ts'
import { createTestSandbox } from '../support/sandbox.ts'

const getStep = (html: string): string => readText(/<li class="current"[^>]*>(.*?)<\/li>/s.exec(html)?.[1] ?? '')

describe('the overview', () => {
  test('guides to the first deposit in four steps, and ends with its credit', async () => {
    const sandbox = await createTestSandbox()
    const { addresses, chain, deposits, users } = sandbox.control
    const { page } = await openVisit(sandbox)
    expect(getStep(await page('/console/'))).toContain('Create a user')
    const { uid } = await users.create({})
    expect(getStep(await page('/console/'))).toContain('Add 20 ETH addresses to the pool')
    await addresses.generate({ symbol: 'ETH', count: 1 })
    expect(getStep(await page('/console/'))).toContain('Assign a deposit address in ETH')
    const { address } = await addresses.assign({ uid, symbol: 'ETH' })
    expect(getStep(await page('/console/'))).toContain('Pay 1 ETH')
    const { deposit: id = 0 } = await chain.pay({ symbol: 'ETH', to: address, amount: '1' })
    expect(getStep(await page('/console/'))).toContain('Mine 20 blocks')
    await deposits.fail({ id })
    expect(getStep(await page('/console/'))).toContain('Pay 1 ETH')
    await chain.pay({ symbol: 'ETH', to: address, amount: '1' })
    await chain.mine(20)
    expect(await page('/console/')).not.toContain('Your first deposit')
  })

  test('lists what needs attention, with links to exactly these cases', async () => {
    const sandbox = await createTestSandbox()
    await sandbox.control.scenarios.run({ name: 'first-deposit' })
    await sandbox.control.faults.add({ kind: 'latency' })
    const { page } = await openVisit(sandbox)
    const html = await page('/console/')
    expect(readText(html)).toContain('1 active fault')
    expect(html).toMatch(/<a href="\/console\/faults" class="wait">/)
    expect(html).toContain('<span class="ui-hidden">, 1 active fault</span>')
  })

  test('of a quiet merchant says that nothing needs attention', async () => {
    const { page } = await openVisit()
    expect(await page('/console/')).toContain('Nothing needs attention.')
  })
})
