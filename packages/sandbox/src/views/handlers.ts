// Handles the calls of the interface. Each call is one unit of work.
import type { CallSettings, SealedId } from '@custody-wallet/encryption'
import {
  type CallContext,
  type Handlers,
  type Rejection,
  reject,
  type RejectionCode,
  UnavailableError,
} from '@custody-wallet/server'
import { codes, type Parameters } from '@custody-wallet/types'
import { operations } from '@custody-wallet/types/operations'

import type { Engine } from '../engine/engine.ts'
import { accountCalls, readAccount } from '../resources/accounts.ts'
import { addressCalls } from '../resources/addresses.ts'
import type { CallHandler, ReadHandler } from '../resources/calls.ts'
import { delegationCalls } from '../resources/delegations.ts'
import { depositCalls } from '../resources/deposits.ts'
import { minerFeeCalls } from '../resources/miner-fees.ts'
import { mpcWithdrawalCalls } from '../resources/mpc-withdrawals.ts'
import { networkCalls } from '../resources/networks.ts'
import { stakeCalls } from '../resources/stakes.ts'
import { userCalls } from '../resources/users.ts'
import { withdrawalCalls } from '../resources/withdrawals.ts'
import { RuleError } from '../rules/rejection.ts'
import { DiskError, TextError } from '../store/data-error.ts'

const callHandlers = {
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

/** Profile settings that affect calls. */
export interface HandlerOptions {
  /** Returns the code of an invalid request, for calls without a documented code. */
  readonly invalidCode: (appId: string, operation: SealedId) => number
  readonly pushWhen: CallSettings['pushWhen']
}

// Addresses are unique across merchants, so these calls need the lock of all merchants.
const sharedCalls: ReadonlySet<SealedId> = new Set(['registerAddresses'])

/** Creates a handler for each call. A rule that rejects a call undoes its effects. */
export function createHandlers(engine: Engine, { invalidCode, pushWhen }: HandlerOptions): Handlers {
  const createHandler =
    <Id extends SealedId>(call: CallHandler<Id>, readValue?: ReadHandler<Id>) =>
    async (parameters: Parameters[Id], callFacts: CallContext<Id>) => {
      const facts = { ...callFacts, pushWhen }
      try {
        const result = readValue && (await engine.read((work) => readValue(work, parameters, facts)))
        const { operation, appId, requestId } = callFacts
        const merchant = sharedCalls.has(operation) ? undefined : appId
        const cause = { cause: operation, request: requestId }
        return result ?? (await engine.run((work) => call(work, parameters, facts), { merchant, cause }))
      } catch (error) {
        if (error instanceof DiskError) throw new UnavailableError(error.message, { cause: error })
        const isText = error instanceof TextError
        if (!isText && !(error instanceof RuleError)) throw error
        const code = isText || error.code === 'invalid' ? `${invalidCode(facts.appId, facts.operation)}` : error.code
        return createRejection<Id>(facts.operation, code, error.message)
      }
    }
  const createReadHandler = <Id extends SealedId>(call: CallHandler<Id>) => createHandler<Id>(call, call)
  return {
    cancelWithdrawal: createHandler<'cancelWithdrawal'>(callHandlers.cancelWithdrawal),
    countAvailableAddresses: createReadHandler<'countAvailableAddresses'>(callHandlers.countAvailableAddresses),
    findUser: createReadHandler<'findUser'>(callHandlers.findUser),
    getAccount: createHandler<'getAccount'>(callHandlers.getAccount, readAccount),
    getStakingDetails: createHandler<'getStakingDetails'>(callHandlers.getStakingDetails),
    listDelegations: createReadHandler<'listDelegations'>(callHandlers.listDelegations),
    listMpcWithdrawals: createReadHandler<'listMpcWithdrawals'>(callHandlers.listMpcWithdrawals),
    listNetworks: createReadHandler<'listNetworks'>(callHandlers.listNetworks),
    listStakes: createHandler<'listStakes'>(callHandlers.listStakes),
    listWithdrawals: createReadHandler<'listWithdrawals'>(callHandlers.listWithdrawals),
    notifyDeposit: createHandler<'notifyDeposit'>(callHandlers.notifyDeposit),
    notifyInternal: createHandler<'notifyInternal'>(callHandlers.notifyInternal),
    pullWithdrawals: createReadHandler<'pullWithdrawals'>(callHandlers.pullWithdrawals),
    registerAddresses: createHandler<'registerAddresses'>(callHandlers.registerAddresses),
    syncDeposits: createReadHandler<'syncDeposits'>(callHandlers.syncDeposits),
    syncMinerFees: createReadHandler<'syncMinerFees'>(callHandlers.syncMinerFees),
  }
}

function createRejection<Id extends SealedId>(operation: Id, code: string, text: string): Rejection<RejectionCode<Id>> {
  if (isCode(operation, code)) return reject(code, text)
  throw new TypeError(`${operation} was rejected with code ${code}, which its family does not have: ${text}`)
}

const isCode = <Id extends SealedId>(operation: Id, code: string): code is RejectionCode<Id> =>
  code !== '0' && Object.hasOwn(codes[operations[operation].family], code)
