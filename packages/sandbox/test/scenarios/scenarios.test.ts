import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { createPlayer } from '../../src/control/calls.ts'
import { scenarioNames, loadScenario } from '../../src/scenarios/library.ts'
import { runScenario } from '../../src/scenarios/run.ts'
import { readScenario } from '../../src/scenarios/scenario.ts'
import { createScratchFolder } from '../support/files.ts'
import { findFaults } from '../support/invariants.ts'
import { createClient, createTestSandbox } from '../support/sandbox.ts'

test.each(scenarioNames)('%s runs twice, and its books agree', async (name) => {
  const sandbox = await createTestSandbox()
  const scenario = await loadScenario(name)
  expect(scenario.name).toBe(name)
  for (let run = 0; run < 2; run += 1) {
    const { look } = await runScenario(
      createPlayer(() => sandbox.control),
      scenario,
    )
    expect(look).not.toContain('${')
    await sandbox.control.faults.clear()
    await sandbox.control.time.advance('1m')
  }
  expect(findFaults(await sandbox.control.snapshot())).toEqual([])
})

describe('a merchant sees,', () => {
  const readDataAfter = async (name: string) => {
    const sandbox = await createTestSandbox()
    await sandbox.control.scenarios.run({ name })
    await sandbox.control.faults.clear()
    return { sandbox, custody: createClient(sandbox) }
  }
  const listStatuses = (records: readonly { readonly status: number }[]) => records.map(({ status }) => status)

  test('after first-deposit, a credited deposit', async () => {
    const { custody } = await readDataAfter('first-deposit')
    expect(await custody.deposits.sync({ max_id: '0' })).toMatchObject([{ amount: '0.5', status: 1 }])
  })

  test('after busy-merchant, forty deposits', async () => {
    const { custody } = await readDataAfter('busy-merchant')
    const deposits = await custody.deposits.sync({ max_id: '0' })
    expect([deposits.length, new Set(deposits.map(({ symbol }) => symbol))]).toEqual([40, new Set(['BTC', 'USDT'])])
  })

  test('after kyt-hold, a deposit under review', async () => {
    const { sandbox, custody } = await readDataAfter('kyt-hold')
    expect(listStatuses(await custody.deposits.sync({ max_id: '0' }))).toEqual([5])
    await sandbox.control.deposits.accept({ id: 1 })
    expect(listStatuses(await custody.deposits.sync({ max_id: '0' }))).toEqual([1])
  })

  test('after address-pool-low, one available address', async () => {
    const { custody } = await readDataAfter('address-pool-low')
    expect(await custody.addresses.available({ symbol: 'ETH' })).toMatchObject({ count: 1 })
  })

  test('after staking-cycle, an active and a returned stake', async () => {
    const { sandbox } = await readDataAfter('staking-cycle')
    await sandbox.control.networks.open({ network: 'Bitcoin' }).catch(() => {})
    const request = new Request('http://sandbox/api/mpc/bbn/stake_list?max_id=0')
    const response = await (await sandbox.plain(request)).text()
    expect(response).toContain('2000')
  })

  test('after reorg, a deposit that waits for its blocks again', async () => {
    const { sandbox, custody } = await readDataAfter('reorg')
    expect(listStatuses(await custody.deposits.sync({ max_id: '0' }))).toEqual([0])
    await sandbox.control.chain.mine(3)
    expect(listStatuses(await custody.deposits.sync({ max_id: '0' }))).toEqual([1])
  })

  test('after bad-day, a held deposit and a failed withdrawal', async () => {
    const { sandbox, custody } = await readDataAfter('bad-day')
    expect(listStatuses(await custody.deposits.sync({ max_id: '0' }))).toEqual([1, 0])
    await sandbox.control.chain.mine(3)
    expect(listStatuses(await custody.deposits.sync({ max_id: '0' }))).toEqual([1, 0])
  })
})

const valid = `name: own
title: One user.
steps:
  - call: users.create
    as: user
look: 'User \${user.uid}.'
`

test('a file contains an own scenario', async () => {
  const file = join(createScratchFolder(), 'own.yaml')
  writeFileSync(file, valid)
  const { control } = await createTestSandbox()
  expect(
    await runScenario(
      createPlayer(() => control),
      await loadScenario(file),
    ),
  ).toEqual({
    name: 'own',
    calls: 1,
    look: 'User 10003.',
  })
})

describe('a scenario is rejected', () => {
  test.each([
    ['that is no YAML', 'steps: [', 'own.yaml: Flow sequence'],
    ['that is a list', '- a', 'own.yaml must have the fields name, title, steps, look.'],
    ['without a title', valid.replace('title: One user.\n', ''), 'own.yaml has no title.'],
    ['with another field', `${valid}more: 1`, 'own.yaml has the unknown field more'],
    ['without steps', valid.replace(/steps:[^]*(?=look)/, 'steps: []\n'), 'own.yaml: steps must be a list of calls.'],
    [
      'with an unknown call',
      valid.replace('users.create', 'users.crate'),
      'own.yaml: steps[0]: there is no control call users.crate; did you mean users.create?',
    ],
    ['that replaces all rows', valid.replace('users.create', 'reset'), 'there is no control call reset.'],
    [
      'with parameters that are a list',
      valid.replace('    as', '    with: [1]\n    as'),
      'steps[0].with must be the parameters of users.create.',
    ],
    [
      'that repeats steps 0 times',
      valid.replace(/ {2}- call[^]*(?=look)/, '  - repeat: 0\n    steps: []\n'),
      'steps[0].repeat must be an integer from 1 to 1000.',
    ],
    [
      'whose steps contain themselves',
      valid.replace(/ {2}- call[^]*(?=look)/, '  - &again\n    repeat: 2\n    steps: [*again]\n'),
      'own.yaml: an alias refers to content that contains it. Write the content out instead.',
    ],
    [
      'whose parameters contain themselves',
      valid.replace('    as', '    with: &again { email: *again }\n    as'),
      'own.yaml: an alias refers to content that contains it. Write the content out instead.',
    ],
    [
      'with an alias of nothing',
      valid.replace('    as', '    with: *missing\n    as'),
      'own.yaml: Unresolved alias (the anchor must be set before the alias): missing',
    ],
    [
      'with too many aliases',
      `a: &a [x, x]\n${'bcdefghijklm'.replaceAll(/./g, (name) => {
        const before = String.fromCodePoint((name.codePointAt(0) ?? 0) - 1)
        return `${name}: &${name} [${Array(9).fill(`*${before}`).join(', ')}]\n`
      })}`,
      'own.yaml: Excessive alias count',
    ],
  ])('%s', async (_name, text, message) => {
    await expect(readScenario(text, 'own.yaml')).rejects.toThrow(message)
  })

  test.each([
    ['nmae', 'There is no scenario nmae: use address-pool-low'],
    ['reorgs', 'There is no scenario reorgs; did you mean reorg?'],
    ['missing.yaml', 'missing.yaml cannot be read'],
  ])('that is called %s', async (name, message) => {
    await expect(loadScenario(name)).rejects.toThrow(message)
  })
})

describe('a failed step ends the scenario, and earlier steps keep their effects:', () => {
  test.each([
    [
      'wrong parameters',
      '  - call: chain.pay\n    with: { symbol: BTC, to: a }\n',
      'own: steps[1] (chain.pay): amount',
    ],
    ['an unknown parameter', '  - call: users.create\n    with: { mail: a }\n', 'steps[1] (users.create): mail'],
    [
      'an unknown response',
      "  - call: chain.mine\n    with: { blocks: '${place.count}' }\n",
      'own: steps[1] refers to ${place.count}, but no earlier response has this field. Use one of now, user,',
    ],
    [
      'a call that is rejected',
      '  - call: deposits.hold\n    with: { id: 7 }\n',
      'own: steps[1] (deposits.hold): There is no deposit 7:',
    ],
  ])('%s', async (_name, step, message) => {
    const { control } = await createTestSandbox()
    const scenario = await readScenario(valid.replace('look', `${step}look`), 'own.yaml')
    await expect(
      runScenario(
        createPlayer(() => control),
        scenario,
      ),
    ).rejects.toThrow(message)
    expect((await control.users.create({})).uid).toBe(10_004)
  })
})

test('an unknown response in the last sentence names the scenario', async () => {
  const { control } = await createTestSandbox()
  const scenario = await readScenario(valid.replace('user.uid', 'customer.uid'), 'own.yaml')
  await expect(
    runScenario(
      createPlayer(() => control),
      scenario,
    ),
  ).rejects.toThrow('own: look refers to ${customer.uid}, but')
})
