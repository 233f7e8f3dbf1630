import { operations, type ParameterFacts } from '@custody-wallet/types/operations'

/** How a parameter of a query is read. */
export type Kind = ParameterFacts['kind']

/** A call as the core knows it: enough to find it, and to read its parameters. */
export interface CallDescription {
  readonly id: string
  readonly method: 'GET' | 'POST'
  /** Path with its segments in braces. */
  readonly path: string
  /** The path with shown segments, for hints about misspelt paths; the path itself unless given. */
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
    query: new Map(
      method === 'GET' ? Object.entries(parameters).map(([name, { kind }]) => [name, kind]) : [],
    ),
  }),
)
