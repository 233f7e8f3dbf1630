import type { SealedRequest } from '../party.ts'
import { checkedBase, urlOf } from './urls.ts'

/**
 * Length of the whole URL of a sealed query, at the address of the service. Servers and proxies refuse long URLs, and
 * sealing makes them longer: measure, and split a list of ids that does not fit.
 *
 * @example
 * ```ts
 * import { createParty } from '@custody-wallet/encryption'
 * import { sealedLength } from '@custody-wallet/encryption/fetch'
 * import { modern } from '@custody-wallet/encryption/modern'
 * import { generateKeys } from '@custody-wallet/encryption/keys'
 *
 * const [own, peer] = [generateKeys(), generateKeys()]
 * const party = createParty(modern({ appId: 'demo-shop', party: { own: 'shop', peer: 'platform' }, keys: { own, peer } }))
 * const sealed = await party.sealRequest('listWithdrawals', { ids: ['order-1', 'order-2'] })
 * console.log(sealedLength(sealed, 'https://api.custody.example') <= 8000)
 * ```
 */
export const sealedLength = (sealed: SealedRequest, base: string): number =>
  urlOf(checkedBase(base, 'base'), sealed).length
