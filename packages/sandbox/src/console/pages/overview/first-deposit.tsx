import { Card, Steps, type Step } from '@custody-wallet/pages'
import type { Child } from 'hono/jsx'
import type { JSX } from 'hono/jsx/jsx-runtime'

import { formatRecordLink } from '../../links.ts'
import type { PageContext } from '../../page.ts'
import { CallButton } from '../../parts/call-button.tsx'

interface Progress {
  readonly uid: number | undefined
  readonly address: { readonly symbol: string; readonly address: string } | undefined
  /** A coin whose pool has addresses. */
  readonly symbol: string | undefined
  readonly deposit: { readonly id: number; readonly state?: string } | undefined
}

/** Four steps to the first credited deposit; nothing once a deposit was credited. */
export async function FirstDeposit({ context }: { readonly context: PageContext }): Promise<JSX.Element | undefined> {
  const progress = await readProgress(context)
  if (progress.deposit?.state === 'credited') return undefined
  return (
    <Card title="Your first deposit" help="Four steps, one button each. Every button is one control call.">
      <Steps label="Your first deposit" steps={listSteps(context, progress)} />
    </Card>
  )
}

type Merchants = Awaited<ReturnType<PageContext['control']['merchants']['list']>>

async function readProgress({ control, appId }: PageContext): Promise<Progress> {
  const [merchants, credited, deposits, pools] = await Promise.all([
    control.merchants.list(),
    control.records.list({ kind: 'deposit', appId, state: 'credited', limit: 1 }),
    control.records.list({ kind: 'deposit', appId, limit: 1 }),
    control.addresses.pools({ appId }),
  ])
  // After a failed deposit, the guide goes back to the payment.
  const [deposit] = [...credited, ...deposits.filter(({ state }) => state !== 'failed')]
  const uid = deposit ? Number(deposit.values['uid']) : await findUser(control, appId, merchants)
  const addresses = uid === undefined ? [] : await control.records.list({ kind: 'address', appId, uid, limit: 1 })
  const values = addresses[0]?.values
  return {
    uid,
    address: values && { symbol: String(values['symbol']), address: String(values['address']) },
    symbol: pools.find(({ available }) => available > 0)?.symbol,
    deposit,
  }
}

/** Finds the latest user, except that of the collection account. */
async function findUser(
  control: PageContext['control'],
  appId: string,
  merchants: Merchants,
): Promise<number | undefined> {
  const collectionUid = merchants.find((each) => each.appId === appId)?.collectionUid
  const users = await control.records.list({ kind: 'user', appId, limit: 2 })
  return users.find(({ id }) => id !== collectionUid)?.id
}

/** Coin of the guide while all pools are empty. */
const firstSymbol = 'ETH'

function listSteps(context: PageContext, { uid, address, symbol: filledSymbol, deposit }: Progress): readonly Step[] {
  const { appId } = context
  const symbol = filledSymbol ?? firstSymbol
  const steps: readonly (readonly [title: string, isDone: boolean, done: Child, action: Child])[] = [
    [
      'Create a user',
      uid !== undefined,
      uid !== undefined && <a href={formatRecordLink('user', uid)}>User {uid}</a>,
      <CallButton context={context} id="users.create" preset={{ appId }} label="Create a user" variant="primary" />,
    ],
    [
      'Assign a deposit address',
      address !== undefined,
      address && <code>{address.address}</code>,
      filledSymbol !== undefined ? (
        <CallButton
          context={context}
          id="addresses.assign"
          preset={{ appId, uid: `${uid}`, symbol }}
          label={`Assign a deposit address in ${symbol}`}
          variant="primary"
        />
      ) : (
        <CallButton
          context={context}
          id="addresses.generate"
          preset={{ appId, symbol, count: '20' }}
          label={`Add 20 ${symbol} addresses to the pool`}
          variant="primary"
        />
      ),
    ],
    [
      'Pay it',
      deposit !== undefined,
      deposit && <a href={formatRecordLink('deposit', deposit.id)}>Deposit {deposit.id}</a>,
      address && (
        <CallButton
          context={context}
          id="chain.pay"
          preset={{ symbol: address.symbol, to: address.address, amount: '1' }}
          label={`Pay 1 ${address.symbol}`}
          variant="primary"
        />
      ),
    ],
    [
      'Mine blocks until it is credited',
      false,
      undefined,
      <CallButton
        context={context}
        id="chain.mine"
        preset={{ blocks: '20' }}
        label="Mine 20 blocks"
        variant="primary"
      />,
    ],
  ]
  const current = steps.findIndex(([, isDone]) => !isDone)
  return steps.map(([title, isDone, done, action], at) => ({
    title,
    status: isDone ? 'done' : at === current ? 'current' : 'next',
    children: isDone ? done : at === current ? action : undefined,
  }))
}
