import { type MerchantName, merchantNames } from '@custody-wallet/demo'
import { Failure, createMisuse, readPortBase } from '@custody-wallet/demo/cli'

export function parseRate(name: string, value: string): number {
  const number = /^\d(\.\d+)?$/.test(value) ? Number(value) : Number.NaN
  if (number >= 0 && number <= 1) return number
  throw new Failure(`${name} must be a number from 0 to 1 such as 0.1, not "${value}".`, 2)
}

export function parseMerchantName(name: string = 'modern'): MerchantName {
  const found = merchantNames.find((each) => each === name)
  if (found) return found
  throw createMisuse(`--merchant must be ${merchantNames.join(' or ')}, not ${name}.`)
}

export const resolveWireUrl = (url: string | undefined, env: NodeJS.ProcessEnv): string =>
  (url ?? `http://127.0.0.1:${readPortBase(env) + 11}`).replace(/\/+$/, '')
