// Names of fields in words, for forms, lists and details.
import { capitalize } from '../names.ts'

const labels: Readonly<Record<string, string>> = {
  accept: 'Accepted responses',
  address_from: 'From',
  address_to: 'To',
  addresses: 'Allowed addresses',
  appId: 'Merchant',
  base: 'Fee coin',
  base_symbol: 'Fee coin',
  by: 'Audit by',
  company_status: 'Audit of the merchant',
  country: 'Country code',
  created_at: 'Created',
  deposits: 'Ids of deposits',
  email: 'E-mail',
  energy_num: 'Energy',
  energy_price: 'Price of energy',
  energy_txid: 'Transaction for energy',
  fee: 'Miner fee',
  fp_key: 'Finality provider',
  fpKey: 'Finality provider',
  from: 'Sending address',
  id: 'Id',
  keys: 'Public keys',
  kind: 'Type',
  mobile: 'Mobile number',
  net_num: 'Bandwidth',
  net_price: 'Price of bandwidth',
  net_txid: 'Transaction for bandwidth',
  notificationUrls: 'Receivers of notifications',
  operation: 'Call',
  payer: 'Paid by',
  real_fee: 'Miner fee paid',
  repeats: 'Duplicates',
  rotateApiKey: 'New Api-Key',
  saas_status: 'Audit of the platform',
  service_charge_rate: 'Rate of the charge',
  source: 'Reported by',
  sub_wallet_id: 'Wallet',
  symbol: 'Coin',
  to: 'Receiving address',
  tx_height: 'Block',
  txid: 'Transaction',
  uid: 'User',
  updated_at: 'Changed',
  withdraw_fee: 'Fee',
}

/** Returns the name of a field in words, such as `Contract address` for `contractAddress`. */
export const getLabel = (name: string): string => labels[name] ?? formatWords(name)

/** Splits a name such as `mpcWithdrawals` into words. */
export const formatWords = (name: string): string => {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll('_', ' ')
  return capitalize(words.replace(/\bmpc\b/, 'MPC'))
}
