// The calls of the interface as handlers of a service: each call is one unit of work.
import type { Profile, SealedId } from '@custody-wallet/encryption'
import {
  type CallFacts,
  type Handlers,
  type Refusal,
  refuse,
  type RefusalCode,
  UnavailableError,
} from '@custody-wallet/server'
import { codes, type Parameters } from '@custody-wallet/types'
import { operations } from '@custody-wallet/types/operations'

import type { Engine } from '../engine.ts'
import { accountCalls, readAccount } from '../resources/accounts.ts'
import { addressCalls } from '../resources/addresses.ts'
import type { Call, ReadCall } from '../resources/calls.ts'
import { delegationCalls } from '../resources/delegations.ts'
import { depositCalls } from '../resources/deposits.ts'
import { minerFeeCalls } from '../resources/miner-fees.ts'
import { mpcWithdrawalCalls } from '../resources/mpc-withdrawals.ts'
import { networkCalls } from '../resources/networks.ts'
import { stakeCalls } from '../resources/stakes.ts'
import { userCalls } from '../resources/users.ts'
import { withdrawalCalls } from '../resources/withdrawals.ts'
import { RuleError } from '../rules/rejection.ts'
import { TextError } from '../store/bindable.ts'
import { DiskError } from '../store/data-error.ts'

const calls = {
  ...accountCalls,
  ...addressCalls,
  ...delegationCalls,
  ...depositCalls,
  ...minerFeeCalls,
  ...mpcWithdrawalCalls,
  ...networkCalls,
  ...stakeCalls,
  ...userCalls,
  ...withdrawalCalls,
}

/** What the profiles of merchants say about calls. */
export interface Readings {
  /** Code of an invalid request by merchant and operation, where no table has one. */
  readonly invalidCode: (appId: string, operation: SealedId) => number
  readonly poolRule: Profile['poolRule']
}

// Addresses of all merchants differ from each other, so these calls concern the rows of others.
const sharing: ReadonlySet<SealedId> = new Set(['registerAddresses'])

/** One handler for each call. A rule that rejects a call undoes its effects and becomes a refusal. */
export function handlersOf(engine: Engine, { invalidCode, poolRule }: Readings): Handlers {
  const handlerOf =
    <Id extends SealedId>(call: Call<Id>, read?: ReadCall<Id>) =>
    async (parameters: Parameters[Id], given: CallFacts<Id>) => {
      const facts = { ...given, poolRule }
      try {
        const found = read && (await engine.read((work) => read(work, parameters, facts)))
        const merchant = sharing.has(given.operation) ? undefined : given.appId
        return found ?? (await engine.run((work) => call(work, parameters, facts), merchant))
      } catch (error) {
        if (error instanceof DiskError) throw new UnavailableError(error.message, { cause: error })
        const isText = error instanceof TextError
        if (!isText && !(error instanceof RuleError)) throw error
        const code =
          isText || error.code === 'invalid' ? `${invalidCode(facts.appId, facts.operation)}` : error.code
        return refusal<Id>(facts.operation, code, error.message)
      }
    }
  const readerOf = <Id extends SealedId>(call: Call<Id>) => handlerOf<Id>(call, call)
  return {
    cancelWithdrawal: handlerOf<'cancelWithdrawal'>(calls.cancelWithdrawal),
    countAvailableAddresses: readerOf<'countAvailableAddresses'>(calls.countAvailableAddresses),
    findUser: readerOf<'findUser'>(calls.findUser),
    getAccount: handlerOf<'getAccount'>(calls.getAccount, readAccount),
    getStakingDetails: handlerOf<'getStakingDetails'>(calls.getStakingDetails),
    listDelegations: readerOf<'listDelegations'>(calls.listDelegations),
    listMpcWithdrawals: readerOf<'listMpcWithdrawals'>(calls.listMpcWithdrawals),
    listNetworks: readerOf<'listNetworks'>(calls.listNetworks),
    listStakes: handlerOf<'listStakes'>(calls.listStakes),
    listWithdrawals: readerOf<'listWithdrawals'>(calls.listWithdrawals),
    notifyDeposit: handlerOf<'notifyDeposit'>(calls.notifyDeposit),
    notifyInternal: handlerOf<'notifyInternal'>(calls.notifyInternal),
    pullWithdrawals: readerOf<'pullWithdrawals'>(calls.pullWithdrawals),
    registerAddresses: handlerOf<'registerAddresses'>(calls.registerAddresses),
    syncDeposits: readerOf<'syncDeposits'>(calls.syncDeposits),
    syncMinerFees: readerOf<'syncMinerFees'>(calls.syncMinerFees),
  }
}

function refusal<Id extends SealedId>(operation: Id, code: string, text: string): Refusal<RefusalCode<Id>> {
  if (isCode(operation, code)) return refuse(code, text)
  throw new TypeError(`${operation} was rejected with code ${code}, which its family does not have: ${text}`)
}

const isCode = <Id extends SealedId>(operation: Id, code: string): code is RefusalCode<Id> =>
  code !== '0' && Object.hasOwn(codes[operations[operation].family], code)
