// Names of members on the wire, where they differ from those of the contract.
import { operations } from '@custody-wallet/types/operations'

import type { Profile, SealedId } from './profile.ts'

type Member<Id extends SealedId> = keyof (typeof operations)[Id]['parameters']
type Filled<Id extends SealedId> = keyof (typeof operations)[Id]['filled']

/** Wire names of members, by call and member. */
export type Names = { readonly [Id in SealedId]?: { readonly [Name in Member<Id>]?: string } }

/** The same names, where each call and member exists and no two members of a call share a name. */
export type DistinctNames<Given> = {
  readonly [Id in keyof Given]: Id extends SealedId ? Distinct<Given[Id], Member<Id>, Filled<Id>> : never
}

type Distinct<Given, All, Reserved> = {
  readonly [Name in keyof Given]: Name extends All
    ? Free<Given[Name], Given[Exclude<keyof Given, Name>] | Exclude<All, keyof Given> | Reserved>
    : never
}

// Of a name that is any text, the compiler knows nothing.
type Free<Name, Taken> = string extends Name | Taken ? Name : Name extends Taken ? never : Name

/** Refuses a name that two members of a call share: the one that is written last would replace the other. */
export function checkNames({ names, filled }: Profile): void {
  for (const { id, family, parameters } of Object.values(operations)) {
    const own = id === 'getToken' ? {} : wireNames(names, id)
    const fixed = family === 'v2' || family === 'mpc' ? filled[family] : []
    const written = [...Object.keys(parameters).map((name) => own[name] ?? name), ...fixed]
    const shared = written.find((name, at) => written.indexOf(name) !== at)
    if (shared !== undefined)
      throw new TypeError(`names.${id} has two members named ${shared}: give each a name of its own.`)
  }
}

/** Wire names of the members of a call, by member. */
export const wireNames = (names: Names, id: SealedId): Readonly<Record<string, string>> => names[id] ?? {}
