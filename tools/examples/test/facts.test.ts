// Facts in the READMEs of packages about errors and data.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { createSandbox } from '@custody-wallet/sandbox'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { errorDefinitions as clientErrors } from '../../../packages/client/src/errors/errors.ts'
import { putDemoKeys } from '../../../packages/demo/test/support/demo-keys.ts'
import { createPlayer } from '../../../packages/sandbox/src/control/calls.ts'
import { runScenario } from '../../../packages/sandbox/src/scenarios/run.ts'
import { readScenario } from '../../../packages/sandbox/src/scenarios/scenario.ts'
import { createTemporaryFolder } from '../../workspace/clean-up.ts'
import { root } from '../../workspace/root.ts'

const readReadme = (name: string): string => readFileSync(join(root, `packages/${name}/README.md`), 'utf8')

test('the README of client explains every code, under the heading that docs links to', () => {
  // The errors of workflows have another table.
  const sections = readReadme('client')
    .split('\n### ')
    .map((text) => text.split('\n## ')[0] ?? '')
    .filter((text) => /^\w+ errors\n/.test(text))
  const listed = sections.flatMap((text) =>
    [...text.matchAll(/`([A-Z]+(?:_[A-Z]+)*)`(?: +\||: the service)/g)].map(
      ([, code = '']) => `${code} ${text.split(' ')[0]?.toLowerCase()}`,
    ),
  )
  const known = Object.entries(clientErrors).map(([code, { kind }]) => `${code} ${kind}`)
  expect(listed.toSorted()).toEqual(known.toSorted())
})

describe('the README of sandbox', () => {
  const readme = readReadme('sandbox')
  const [, section = ''] = /^## What a new sandbox contains\n([^]*?)^## /m.exec(readme) ?? []

  const stack = new AsyncDisposableStack()
  let control: Awaited<ReturnType<typeof createSandbox>>['control']
  beforeAll(async () => {
    const directory = stack.use(createTemporaryFolder('facts-'))
    putDemoKeys(directory.path)
    const sandbox = await createSandbox({ directory: directory.path })
    stack.defer(() => sandbox.close())
    control = sandbox.control
  })
  beforeEach(() => control.reset())
  afterAll(() => stack.disposeAsync())

  test('lists the coins of a new sandbox', async () => {
    const listed = [...section.matchAll(/^\| `.*$/gm)].map(([line]) => {
      const cells = line.split('|').map((cell) => cell.replaceAll('`', '').trim())
      const [, symbol, network, decimals, confirmations, withdrawFee, minerFee = '', memos] = cells
      const [fee, base] = minerFee.split(' ')
      return {
        symbol,
        network,
        decimals: Number(decimals),
        confirmations: Number(confirmations),
        withdrawFee: withdrawFee?.split(' ')[0],
        minerFee: fee,
        base,
        memo: memos === 'yes',
        mode: 'timed',
      }
    })
    const coins = await control.coins.list()
    expect(coins).toHaveLength(listed.length)
    expect(coins).toEqual(expect.arrayContaining(listed.map((coin) => expect.objectContaining(coin))))
  })

  test('names the first users of a new sandbox', async () => {
    const merchants = await control.merchants.list()
    const { uid: first } = await control.users.create({ email: 'a@shop.example' })
    const uids = [...merchants.map(({ collectionUid }) => collectionUid), first]
    for (const uid of uids) expect(section).toContain(` ${uid}`)
  })

  test('has a scenario that runs', async () => {
    const [, text = ''] = /```text\n(name: two-payments[^]*?)```/.exec(readme) ?? []
    const scenario = await readScenario(text, 'README.md')
    expect(
      await runScenario(
        createPlayer(() => control),
        scenario,
      ),
    ).toMatchObject({ calls: 5 })
  })
})
