// Suggestions of fields, read from control.
import type { Option } from '@custody-wallet/pages'

import type { ControlId } from '../generated/calls.ts'
import type { RecordKindName } from '../records/kinds.ts'
import type { SandboxRecord } from '../records/list.ts'
import type { PageContext } from './page.ts'

type Picker = (context: PageContext) => Promise<readonly Option[]>

const maxOptions = 100

const createRecordPicker =
  (kind: RecordKindName, describe: (values: SandboxRecord['values']) => string): Picker =>
  async ({ control, appId }) => {
    const records = await control.records.list({ kind, appId, limit: maxOptions })
    return records.map(({ id, state, values }) => ({
      value: String(id),
      text: [state, describe(values)].filter((text) => text !== undefined && text !== '').join(', '),
    }))
  }

const describeAmount = ({ amount, symbol }: SandboxRecord['values']): string => `${amount} ${symbol}`
const describeUser = ({ email, nickname }: SandboxRecord['values']): string => String(email || nickname || '')

const pickCoins: Picker = async ({ control }) =>
  (await control.coins.list()).map(({ symbol, network }) => ({ value: symbol, text: network }))
const pickMerchants: Picker = async ({ control }) =>
  (await control.merchants.list()).map(({ appId }) => ({ value: appId }))
const pickNetworks: Picker = async ({ control }) => (await control.networks.list()).map(({ name }) => ({ value: name }))
const pickAddresses: Picker = async ({ control, appId }) => {
  const records = await control.records.list({ kind: 'address', appId, limit: maxOptions })
  return records.flatMap(({ values: { address, symbol, uid } }) =>
    uid ? [{ value: String(address), text: `${symbol} of user ${uid}` }] : [],
  )
}

const pickers: Readonly<Record<string, Picker>> = {
  appId: pickMerchants,
  base: pickCoins,
  network: pickNetworks,
  symbol: pickCoins,
  to: pickAddresses,
  uid: createRecordPicker('user', describeUser),
}

/** Pickers of records, by the first part of a call's id. */
const recordPickers: Readonly<Record<string, Picker>> = {
  delegations: createRecordPicker('delegation', ({ symbol }) => String(symbol)),
  deposits: createRecordPicker('deposit', describeAmount),
  mpcWithdrawals: createRecordPicker('mpc_withdrawal', describeAmount),
  stakes: createRecordPicker('stake', ({ symbol }) => String(symbol)),
  withdrawals: createRecordPicker('withdrawal', describeAmount),
}

/** Suggestions by the name of a field. */
export type Suggestions = Readonly<Record<string, readonly Option[]>>

/** Reads the suggestions of the fields of a call. */
export async function readSuggestions(
  context: PageContext,
  id: ControlId,
  names: readonly string[],
): Promise<Suggestions> {
  const [group = ''] = id.split('.')
  const entries = names.map(async (name) => {
    const picker = name === 'id' ? recordPickers[group] : pickers[name]
    return [name, picker ? await picker(context) : []] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}
