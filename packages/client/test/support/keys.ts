// Keys of both sides, made once a run and never written down; every test that needs some keys takes these.
import { type GeneratedKeys, generateKeys } from '@custody-wallet/encryption/keys'

export type Side = 'shop' | 'platform'

export const keys: Readonly<Record<Side, GeneratedKeys>> = {
  shop: generateKeys({ bits: 2048 }),
  platform: generateKeys({ bits: 2048 }),
}

const singleOf = ({ signature }: GeneratedKeys): GeneratedKeys => ({ encryption: signature, signature })

/** One pair for both uses, as the classic dialect has it. */
export const singleKeys: Readonly<Record<Side, GeneratedKeys>> = {
  shop: singleOf(keys.shop),
  platform: singleOf(keys.platform),
}
