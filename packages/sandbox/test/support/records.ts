// A sandbox with all types of records in many states.
import { runCall } from '../../src/control/calls.ts'
import { controlCalls, type ControlId } from '../../src/generated/calls.ts'
import type { Sandbox } from '../../src/index.ts'
import { createClient, createTestSandbox } from './sandbox.ts'

const isControlId = (id: string): id is ControlId => Object.hasOwn(controlCalls, id)

/** Makes a control call by its id. */
export async function callControl({ control }: Sandbox, id: string, parameters: object): Promise<unknown> {
  if (!isControlId(id)) throw new TypeError(`There is no control call ${id}.`)
  return runCall(control, id, parameters)
}

const wallet = 9

/** Coins in the mode manual, so that records stay in their states. */
async function stopCoins({ control }: Sandbox): Promise<void> {
  for (const symbol of ['BTC', 'TRX']) await control.coins.update({ symbol, mode: 'manual' })
}

/** A new user with 2 coins. */
async function createRichUser(
  sandbox: Sandbox,
  name: string,
  symbol = 'BTC',
): Promise<{ readonly uid: number; readonly to: string }> {
  const { control } = sandbox
  const { addresses, accounts } = createClient(sandbox)
  await addresses.register({ symbol, addresses: [`${name}-1`, `${name}-2`], memo: false })
  const { uid } = await control.users.create({ email: `${name}@shop.example` })
  const { deposit_address: to } = await accounts.get({ uid, symbol })
  await control.chain.pay({ symbol, to, amount: '2' })
  await control.chain.mine(12)
  return { uid, to }
}

async function addCollection(sandbox: Sandbox): Promise<void> {
  await sandbox.control.merchants.update({ appId: 'demo-modern', autoCollection: true })
  await createRichUser(sandbox, 'collected', 'ETH')
  await sandbox.control.time.advance('1m')
  await sandbox.control.merchants.update({ appId: 'demo-modern', autoCollection: false })
}

/** A stake whose coins are locked after `unbond`. */
async function addLockedStake({ control }: Sandbox): Promise<void> {
  const { id } = await control.stakes.stake({ wallet, symbol: 'BTC', requestId: 'locked', amount: '1' })
  await control.chain.mine(3, 'Bitcoin')
  await control.stakes.unbond({ id })
  await control.chain.mine(3, 'Bitcoin')
}

async function addMpc(sandbox: Sandbox): Promise<void> {
  const { control } = sandbox
  await control.networks.open({ network: 'Tron' })
  await control.mpc.fund({ wallet, symbol: 'BTC', amount: '50' })
  await control.mpc.fund({ wallet, symbol: 'TRX', amount: '1000' })
  await addLockedStake(sandbox)
  const withdrawal = { wallet, symbol: 'BTC', to: 'outside', amount: '0.5' }
  for (const steps of [[], ['approve'], ['approve', 'pay'], ['deny'], ['reject'], ['approve', 'fail']] as const) {
    const { id } = await control.mpcWithdrawals.request({
      ...withdrawal,
      requestId: `mpc-${steps.join('-')}`,
    })
    for (const step of steps) await control.mpcWithdrawals[step]({ id })
  }
  const delegation = { wallet, symbol: 'TRX', to: 'TReceiver', net: 345 }
  for (const steps of [[], ['send'], ['fail']] as const) {
    const { id } = await control.delegations.create({ ...delegation, requestId: `order-${steps.join('-')}` })
    for (const step of steps) await control.delegations[step]({ id })
  }
  await control.stakes.stake({ wallet, symbol: 'BTC', requestId: 'stake-1', amount: '1' })
}

async function addWithdrawals(sandbox: Sandbox): Promise<void> {
  const { control } = sandbox
  const { uid } = await createRichUser(sandbox, 'spending')
  const audit = { by: 'platform', decision: 'approve' } as const
  const bothAudits = [
    ['withdrawals.audit', audit],
    ['withdrawals.audit', { ...audit, by: 'merchant' }],
  ] as const
  const lifeCycles: readonly (readonly (readonly [id: string, parameters: object])[])[] = [
    [],
    [['withdrawals.hold', {}]],
    [['withdrawals.check', {}]],
    [
      ['withdrawals.check', {}],
      ['withdrawals.escalate', {}],
    ],
    [['withdrawals.audit', { ...audit, decision: 'reject' }]],
    bothAudits,
    [...bothAudits, ['withdrawals.hold', {}]],
    [...bothAudits, ['withdrawals.pay', {}]],
    [...bothAudits, ['withdrawals.fail', {}]],
    [['withdrawals.audit', audit]],
  ]
  for (const [at, lifeCycle] of lifeCycles.entries()) {
    const request = { uid, symbol: 'BTC', amount: '0.01', to: 'outside', requestId: `life-${at}` }
    const { id } = await control.withdrawals.request(request)
    for (const [call, parameters] of lifeCycle) await callControl(sandbox, call, { id, ...parameters })
  }
}

async function addDeposits(sandbox: Sandbox): Promise<void> {
  const { control } = sandbox
  const { to } = await createRichUser(sandbox, 'waiting')
  for (const event of ['hold', 'check', 'pause', 'fail'] as const) {
    const { deposit: id = 0 } = await control.chain.pay({ symbol: 'BTC', to, amount: '0.1' })
    await control.deposits[event]({ id })
  }
}

const coldWallet = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'

/** A deposit notified with two request_ids, and an internal notification, both unknown to the chain. */
async function addNotifiedDeposits(sandbox: Sandbox): Promise<void> {
  const { to } = await createRichUser(sandbox, 'notified')
  const { notifications } = createClient(sandbox)
  const common = { symbol: 'BTC', amount: '0.5', confirm: 6, balance: '0' }
  const deposit = { ...common, txid: 'notified-deposit', address_to: to, status: 1 } as const
  for (const request_id of ['notified-1', 'notified-2']) await notifications.deposit({ ...deposit, request_id })
  await notifications.internal({ ...common, txid: 'notified-fee', address_to: coldWallet, fee: '0' })
}

async function fillSandbox(sandbox: Sandbox): Promise<Uint8Array> {
  // Scenarios let some calls fail.
  await addNotifiedDeposits(sandbox)
  for (const { name } of await sandbox.control.scenarios.list()) await sandbox.control.scenarios.run({ name })
  await addCollection(sandbox)
  await stopCoins(sandbox)
  await addDeposits(sandbox)
  await addMpc(sandbox)
  await addWithdrawals(sandbox)
  return sandbox.control.snapshot()
}

// Restoring is much faster than filling.
let filledSnapshot: Promise<Uint8Array> | undefined

/** A sandbox with all types of records, most of them of `demo-modern`. */
export async function createBusySandbox(): Promise<Sandbox> {
  const sandbox = await createTestSandbox()
  if (filledSnapshot) await sandbox.control.restore(await filledSnapshot)
  else await (filledSnapshot = fillSandbox(sandbox))
  return sandbox
}
