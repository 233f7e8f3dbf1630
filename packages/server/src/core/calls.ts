import { operations, type ParameterDefinition } from '@custody-wallet/types/operations'

/** Type of a query parameter. */
export type Kind = ParameterDefinition['kind']

/** What the core needs to route a call and to read its parameters. */
export interface CallDescription {
  readonly id: string
  readonly method: 'GET' | 'POST'
  /** Path; variable segments are in braces. */
  readonly path: string
  /** The path to suggest for misspelt paths; `path` unless given. */
  readonly shownPath?: string | undefined
  readonly family: string
  /** Parameters of the query, by name. */
  readonly query: ReadonlyMap<string, Kind>
}

/** The calls of the contract. */
export const contractCalls: readonly CallDescription[] = Object.values(operations).map(
  ({ id, method, path, family, parameters }) => ({
    id,
    method,
    path,
    family,
    query: new Map(method === 'GET' ? Object.entries(parameters).map(([name, { kind }]) => [name, kind]) : []),
  }),
)
