// Days of a merchant on the clock of a sandbox, through the sealed wire: customers pay and withdraw, the merchant
// notifies, pulls, pays and reconciles.
import { createCustody } from '@custody-wallet/client'
import { createDepositNotifications, withWorkflows, type WorkflowResources } from '@custody-wallet/client/workflows'
import { createSandbox, type Sandbox } from '@custody-wallet/sandbox'

const [symbol, appId] = ['BTC', 'demo-modern']
const [depositsADay, withdrawalsADay] = [10, 5]

interface Shop {
  readonly control: Sandbox['control']
  readonly custody: WorkflowResources
  readonly users: readonly { readonly uid: number; readonly address: string }[]
}

/** Simulates some days. Throws if the books don't agree at the end. */
export async function simulateDays(directory: string, count: number): Promise<void> {
  const sandbox = await createSandbox({ directory })
  await sandbox.control.time.freeze()
  const shop = await openShop(sandbox)
  let last = 0
  for (let day = 0; day < count; day += 1) last = await simulateDay(shop, day, last)
  await checkShop(shop, count)
  await sandbox.close()
}

async function openShop(sandbox: Sandbox): Promise<Shop> {
  const { control } = sandbox
  const custody = withWorkflows(createCustody(sandbox.merchant(appId).client))
  const addresses = Array.from({ length: depositsADay }, (_, at) => `address-${at}`)
  await custody.addresses.register({ symbol, addresses, memo: false })
  const createUser = async () => {
    const { uid } = await control.users.create({ appId })
    return { uid, address: (await custody.accounts.get({ uid, symbol })).deposit_address }
  }
  const users: Awaited<ReturnType<typeof createUser>>[] = []
  while (users.length < depositsADay) users.push(await createUser())
  return { control, custody, users }
}

/** One day. Returns the id of its last deposit. */
async function simulateDay({ control, custody, users }: Shop, day: number, last: number): Promise<number> {
  const paid = { symbol, amount: '0.01' }
  const shown = { ...paid, confirm: 1, balance: '0', status: 1 } as const
  for (const { address } of users) {
    const { txid } = await control.chain.pay({ ...paid, to: address })
    await custody.notifications.deposit(createDepositNotifications([{ ...shown, txid, address_to: address }]))
  }
  const requestIds = users.slice(0, withdrawalsADay).map((_, at) => `order-${day}-${at}`)
  for (const [at, requestId] of requestIds.entries())
    await control.withdrawals.request({
      uid: users[at]?.uid ?? 0,
      symbol,
      amount: '0.005',
      to: 'outside',
      requestId,
    })
  // The audits end within a minute.
  await control.time.advance('1h')
  for (const { trans_id: id } of await custody.withdrawals.pull({ symbol })) await control.withdrawals.pay({ id })
  await control.time.advance('23h')
  const { found } = await custody.withdrawals.list(requestIds)
  if (found.some(({ status }) => status !== 5)) throw new Error(`Withdrawals of day ${day} were not paid.`)
  let latest = last
  for await (const { id, status } of custody.deposits.readSince(`${last}`)) {
    if (status !== 1) throw new Error(`Deposit ${id} of day ${day} was not credited.`)
    latest = id
  }
  return latest
}

// The fee of a withdrawal is 0.0002.
async function checkShop({ control, custody, users }: Shop, count: number): Promise<void> {
  for (const [at, { uid }] of users.entries()) {
    const expected = count * (at < withdrawalsADay ? 480_000 : 1_000_000)
    const { normal_balance: balance, lock_balance: locked } = await custody.accounts.get({ uid, symbol })
    const { available } = await control.balances.explain({ uid, symbol })
    if (Number(balance) !== expected / 1e8 || balance !== available || Number(locked) !== 0)
      throw new Error(`User ${uid} has ${balance} and ${locked}, not ${expected / 1e8} and 0.`)
  }
}
