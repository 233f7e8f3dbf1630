// Two sides whose keys are canaries, and their messages.
import { classic as classicProfile, type ClassicProfileOptions } from '../../src/classic/index.ts'
import { modern, type ModernProfileOptions } from '../../src/modern/profile.ts'
import { listRequests } from '../support/samples.ts'
import { keys, personal } from './locations.ts'

const classic = (options: ClassicProfileOptions) => classicProfile({ ...options, allowSameKey: true })

export const builders = { modern, classic }
type Name = keyof typeof builders

export const getKeys = (name: Name) => (name === 'modern' ? keys.separate : keys.single)

/** Options of a side, in either role. */
export const createOptions = (name: Name, own: 'merchant' | 'platform'): ModernProfileOptions => {
  const peer = own === 'merchant' ? 'platform' : 'merchant'
  return {
    appId: 'demo-shop',
    party: { own, peer },
    keys: { own: getKeys(name)[own], peer: getKeys(name)[peer] },
  }
}

export const deposit = {
  ...listRequests('notifyDeposit')[0],
  request_id: personal.requestId,
  amount: personal.amount,
  balance: personal.balance,
  address_to: personal.address,
}
export const cancelled = { symbol: 'BTC', trans_id: 1, msg: personal.reason }
