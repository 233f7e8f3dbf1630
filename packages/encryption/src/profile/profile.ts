import type { Meanings, StateName } from '@custody-wallet/types'
import type { Family, OperationId } from '@custody-wallet/types/operations'

import type { Suite } from '../suite.ts'
import type { Names } from './names.ts'

/** A call that is sealed: every one but the token call. */
export type SealedId = Exclude<OperationId, 'getToken'>
export type SealedFamily = Exclude<Family, 'token'>

/** Codes of one family that a receiver answers with. */
export interface Refusals {
  /** The envelope could not be opened or verified. */
  readonly refused: number
  /** The envelope was authentic and its content does not fit the call. */
  readonly invalid: number
}

/**
 * Everything that the interface leaves open, as one value. The names of the members are the knobs that the contract
 * names in `x-not-shown`. `modern` and `classic` build one; object spread derives another.
 */
export interface Profile {
  /** What people call it. */
  readonly name: string
  /** Customer id of the merchant, the `app_id` of the wire. */
  readonly appId: string
  /** Ids of both parties; the suite may bind the receiver's. */
  readonly party: { readonly own: string; readonly peer: string }
  /** Ciphers, signatures, text encodings, with the keys they were built from. */
  readonly suite: Suite
  /**
   * Checks every member and freezes the whole. It travels with the profile, so that what is derived by spread is checked
   * as well, and a program that builds no profile does not load it.
   */
  readonly check: (profile: Profile) => Profile
  /** Whether answers to v2 and MPC calls are sealed too, around `{code, msg, data}`. */
  readonly answers: 'plain' | 'sealed'
  /** How sealed queries may arrive: in the query string alone, or as a form as well. */
  readonly transport: 'query' | 'query-or-form'
  /** Wire names of members, by call, where they differ from the names of the contract. */
  readonly names: Names
  /** Members that the codec fills in, by family, and what a reader insists on. */
  readonly filled: {
    readonly v2: readonly FilledName[]
    readonly mpc: readonly FilledName[]
    readonly reading: 'all' | 'time-only'
    /** Whether a reader takes `UTF-8` for `utf-8`. */
    readonly charset: 'as-shown' | 'any-case'
  }
  /** Path segments with a fixed text. */
  readonly segments: Readonly<Record<'staking_protocol' | 'resource_chain', string>>
  /** How the access token travels with later calls. */
  readonly token: { readonly attach: 'Access-Token' | null }
  /** Codes, by family; whether a reader takes a number for a text; and which code refuses a timestamp. */
  readonly codes: {
    readonly [F in SealedFamily]: Refusals
  } & { readonly reading: 'as-shown' | 'either'; readonly token: { readonly timestamp: number | null } }
  /** Whether `data` and `sign` may be blank where a v1 call has no answer, and on failure. */
  readonly blankAnswer: 'refuse' | 'accept'
  /** Unit of the v1 `time`: what is written, and whether a reader takes that unit alone or either one. */
  readonly time: { readonly unit: 'milliseconds' | 'seconds'; readonly reading: 'unit' | 'either' }
  /** Whether a reader takes `1` for `"1"` and the other way round in the members of a request. */
  readonly numbers: 'as-shown' | 'either'
  /** Whether a reader refuses members that a call does not know, or ignores and reports them. Writers refuse them. */
  readonly unknownMembers: 'refuse' | 'ignore'
  /** Meanings of known values, by state and value, where they differ from those of the contract. */
  readonly meanings: { readonly [Name in StateName]?: Meanings }
  /** Values that are final, by state; those of the contract where a state is left out. */
  readonly finality: { readonly [Name in StateName]?: readonly number[] }
  readonly fees: { readonly minerFee: 'fee' | 'real_fee' | null }
  readonly poolRule: 'refuse-from-5000' | 'require-over-5000'
  readonly batch: { readonly maximum: number }
  readonly cursor: { readonly first: string }
  readonly consume: 'repeatable' | 'destructive'
  readonly retry: { readonly cancelWithdrawal: 'idempotent' | 'never' }
}

export type FilledName = 'time' | 'charset' | 'version'

/** The knobs of a profile: what is neither identity nor keys. */
export type Knobs = Omit<Profile, 'name' | 'appId' | 'party' | 'suite' | 'check'>

/** Codes of refusals under both shipped profiles, by family. */
export const refusals: { readonly [F in SealedFamily]: Refusals } = {
  v2: { refused: 100005, invalid: 100004 },
  mpc: { refused: 100005, invalid: 100004 },
  v1: { refused: 100008, invalid: 100001 },
}

/** What both shipped profiles assume, for the reasons that the open points give. */
export const sharedKnobs: Omit<
  Knobs,
  'answers' | 'blankAnswer' | 'codes' | 'filled' | 'numbers' | 'time' | 'transport' | 'unknownMembers'
> = {
  names: {},
  segments: { staking_protocol: 'babylon', resource_chain: 'tron' },
  token: { attach: null },
  meanings: {},
  finality: {
    withdrawalStatus: [2, 4, 5, 6],
    mpcWithdrawalStatus: [2000, 2100, 2200, 2300, 2400],
    depositStatus: [1, 2],
    minerFeeStatus: [1, 2],
  },
  fees: { minerFee: null },
  poolRule: 'refuse-from-5000',
  batch: { maximum: 100 },
  cursor: { first: '0' },
  consume: 'repeatable',
  retry: { cancelWithdrawal: 'idempotent' },
}
