import type { StateName } from '@custody-wallet/types'
import type { Family, OperationId, operations } from '@custody-wallet/types/operations'

import type { Suite } from '../suite.ts'

/** A sealed call: every call except the token call. */
export type SealedId = Exclude<OperationId, 'getToken'>
export type SealedFamily = Exclude<Family, 'token'>

type ParameterName<Id extends SealedId> = keyof (typeof operations)[Id]['parameters']
type FilledParameter<Id extends SealedId> = keyof (typeof operations)[Id]['filled']

/** Wire names of fields, by call and field, if they differ from the contract. */
export type Names = { readonly [Id in SealedId]?: { readonly [Name in ParameterName<Id>]?: string } }

/** The same names, if each call and field exists and no two fields of a call share a name. */
export type DistinctNames<Given> = {
  readonly [Id in keyof Given]: Id extends SealedId
    ? Distinct<Given[Id], ParameterName<Id>, FilledParameter<Id>>
    : never
}

type Distinct<Given, All, Reserved> = {
  readonly [Name in keyof Given]: Name extends All
    ? Free<Given[Name], Given[Exclude<keyof Given, Name>] | Exclude<All, keyof Given> | Reserved>
    : never
}

// The compiler cannot compare names of type `string`, so they are checked at run time.
type Free<Name, Taken> = string extends Name | Taken ? Name : Name extends Taken ? never : Name

/** Codes of one family with which a receiver rejects requests. */
export interface FailureCodes {
  /** The envelope could not be opened or verified. */
  readonly rejected: number
  /** The envelope was authentic, but its content does not fit the call. */
  readonly invalid: number
}

/** How messages are written and read: both parties, the ciphers with their keys, and the settings of the codec. */
export interface Dialect {
  /** Customer id of the merchant, the `app_id` of the wire. */
  readonly appId: string
  /** Ids of both parties. A suite may bind the receiver's id. */
  readonly party: { readonly own: string; readonly peer: string }
  /** Ciphers, signatures and text encodings, with their keys. */
  readonly suite: Suite
  /** Whether responses to v2 and MPC calls are sealed too, as `{code, msg, data}`. */
  readonly responses: 'plain' | 'sealed'
  /** Whether a sealed query may arrive only in the query string, or also as a form. */
  readonly transport: 'query' | 'query-or-form'
  /** Wire names of fields, by call, if they differ from the contract. */
  readonly names: Names
  /** Fields that the codec fills in, by family, and which of them a reader requires. */
  readonly filled: {
    readonly v2: readonly FilledName[]
    readonly mpc: readonly FilledName[]
    readonly reading: 'all' | 'time-only'
    /** Whether a reader accepts `UTF-8` for `utf-8`. */
    readonly charset: 'documented' | 'any-case'
  }
  /** Values of the fixed path segments. */
  readonly segments: Readonly<Record<'staking_protocol' | 'resource_chain', string>>
  /** Codes of rejections, by family; whether a reader accepts numbers as codes; and the code of a rejected timestamp. */
  readonly codes: {
    readonly [F in SealedFamily]: FailureCodes
  } & { readonly reading: 'documented' | 'either'; readonly token: { readonly timestamp: number | null } }
  /** Whether `data` and `sign` may be blank in a v1 response that fails or has no content. */
  readonly blankResponse: 'reject' | 'accept'
  /** Unit of the v1 `time`, and whether a reader accepts only that unit or either. */
  readonly time: { readonly unit: 'milliseconds' | 'seconds'; readonly reading: 'unit' | 'either' }
  /** Whether a reader accepts `1` for `"1"`, and `"1"` for `1`, in the fields of a request. */
  readonly numbers: 'documented' | 'either'
  /** Whether a reader rejects unknown fields, or ignores and reports them. Writers always reject them. */
  readonly unknownFields: 'reject' | 'ignore'
}

/** Settings of calls, which the client reads, and a server where it follows the same rule. */
export interface CallSettings {
  /** Header that sends the access token with later calls; `null` for none. */
  readonly token: { readonly attach: 'Access-Token' | null }
  /** Meanings of known values, by state and value, if they differ from the contract. */
  readonly meanings: { readonly [Name in StateName]?: Readonly<Record<number, string>> }
  /** Final values, by state. Default: those of the contract. */
  readonly finality: { readonly [Name in StateName]?: readonly number[] }
  readonly fees: { readonly minerFee: 'fee' | 'real_fee' | null }
  /** When a push of addresses is allowed: below or above 5000 available ones. */
  readonly pushWhen: 'below-5000' | 'above-5000'
  readonly batch: { readonly maximum: number }
  readonly cursor: { readonly first: string }
  readonly consume: 'repeatable' | 'destructive'
  readonly retry: { readonly cancelWithdrawal: 'idempotent' | 'never' }
}

/**
 * Everything that the interface leaves open, as one value. Its fields are the settings that the contract lists in
 * `x-open-point`. `modern` and `classic` build a profile. Use object spread to derive another.
 */
export interface Profile extends Dialect, CallSettings {
  /** Name of the profile, for people. */
  readonly name: string
  /**
   * Checks every field and freezes the profile. It is a field itself, so that a profile derived by spread is checked too,
   * and a program without a profile does not load it.
   */
  readonly check: (profile: Profile) => Profile
}

export type FilledName = 'time' | 'charset' | 'version'

/** The settings of a profile: everything except identity and keys. */
export type ProfileSettings = Omit<Profile, 'name' | 'appId' | 'party' | 'suite' | 'check'>

/** Codes of rejections in both shipped profiles, by family. */
export const failureCodes: { readonly [F in SealedFamily]: FailureCodes } = {
  v2: { rejected: 100005, invalid: 100004 },
  mpc: { rejected: 100005, invalid: 100004 },
  v1: { rejected: 100008, invalid: 100001 },
}

/** Assumptions of both shipped profiles. The open points of the contract give the reasons. */
export const sharedSettings: Omit<
  ProfileSettings,
  'responses' | 'blankResponse' | 'codes' | 'filled' | 'numbers' | 'time' | 'transport' | 'unknownFields'
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
  pushWhen: 'below-5000',
  batch: { maximum: 100 },
  cursor: { first: '0' },
  consume: 'repeatable',
  retry: { cancelWithdrawal: 'idempotent' },
}
