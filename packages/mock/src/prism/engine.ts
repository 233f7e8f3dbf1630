// Prism, embedded: which answers there are, and which of them a call gets.
import type { OperationId } from '@custody-wallet/types/operations'
import { answers } from '@custody-wallet/types/validate'

import { type Description, nodeOf } from '../description/description.ts'
import { type MockOperation, operationsOf } from '../description/operations.ts'
import { prepared } from '../description/prepared.ts'
import { silent } from './logger.ts'

/** The text of an answer, and its status. */
export interface Answer {
  readonly status: number
  readonly text: string
}

/** A request as Prism validates it. */
interface Asked {
  readonly path: string
  readonly search: string
  readonly body?: unknown
}

export interface Engine {
  readonly own: boolean
  readonly operations: readonly MockOperation[]
  /** An answer that the description shows: the first one unless its name is given. */
  readonly shown: (operation: MockOperation, example?: string) => Promise<Answer>
  /** An answer made up from the schema; the same for the same seed. */
  readonly madeUp: (operation: MockOperation, seed: string) => Promise<Answer>
  /** What Prism finds wrong with a request. */
  readonly violations: (operation: MockOperation, asked: Asked) => Promise<readonly PrismViolation[]>
}

interface PrismViolation {
  readonly path: readonly string[]
  readonly message: string
}

/** Loads Prism, and a description into it. */
export async function engineOf(description: Description): Promise<Engine> {
  // Loaded here, so that an import of the package costs nothing yet.
  const [{ getHttpOperationsFromSpec }, { createClientFromOperations }] = await Promise.all([
    import('@stoplight/prism-http'),
    import('@stoplight/prism-http/dist/client.js'),
  ])
  const resources = await getHttpOperationsFromSpec({ ...prepared(description.document) })
  const prism = createClientFromOperations(resources, { ...settings, logger: silent })
  const known = new Map<string, Promise<Answer>>()

  async function ask(operation: MockOperation, mock: Mocking): Promise<Answer> {
    const { status, data } = await prism.request(filled(operation), plain(operation), { mock, ...unchecked })
    return { status, text: JSON.stringify(data) }
  }

  return {
    own: description.own,
    operations: operationsOf(description),
    shown: (operation, example = '') => {
      const key = `${operation.id} ${example}`
      const answer =
        known.get(key) ?? ask(operation, { dynamic: false, ...(example !== '' && { exampleKey: example }) })
      known.set(key, answer)
      return answer
    },
    madeUp: async (operation, seed) => {
      for (let attempt = 0; attempt < attempts; attempt += 1) {
        const answer = await ask(operation, {
          dynamic: true,
          ignoreExamples: true,
          seed: `${seed} ${attempt}`,
        })
        if (!description.own || fits(operation.id, answer)) return answer
      }
      throw new Error(`No answer of ${operation.id} that was made up fits the contract.`)
    },
    violations: async (operation, { path, search, body }) => {
      const request = { ...plain(operation), ...(body !== undefined && { body }) }
      try {
        const { violations } = await prism.request(`${path}${search}`, request)
        return violations.input.map(({ path: place = [], message }) => ({ path: place.map(String), message }))
      } catch (error) {
        return thrownBy(error)
      }
    },
  }
}

// Where a description has no answer to a wrong request, Prism throws one of its own.
function thrownBy(error: unknown): readonly PrismViolation[] {
  const found = nodeOf(nodeOf(error)['additional'])['validation']
  if (!Array.isArray(found)) throw error
  return found.map(nodeOf).map(({ location, message }) => ({
    path: Array.isArray(location) ? location.map(String) : [],
    message: String(message),
  }))
}

interface Mocking {
  readonly dynamic: boolean
  readonly exampleKey?: string
  readonly ignoreExamples?: boolean
  readonly seed?: string
}

// Few answers that are made up miss a rule of the contract, such as one on empty texts.
const attempts = 32

const settings = {
  isProxy: false,
  mock: { dynamic: false },
  errors: false,
  validateRequest: true,
  validateResponse: false,
  checkSecurity: false,
  upstreamProxy: undefined,
} as const

const unchecked = { validateRequest: false } as const

const prismMethods = { GET: 'get', POST: 'post' } as const

const plain = ({ method }: MockOperation) => ({
  method: prismMethods[method],
  headers: { 'content-type': 'application/json' },
})

/** Path of a call with the segments that the description shows. */
export const filled = ({ path, segments }: MockOperation): string =>
  path.replaceAll(/\{([^}]+)\}/g, (_match, name: string) => segments[name] ?? 'segment')

function fits(id: string, { text }: Answer): boolean {
  const value: unknown = JSON.parse(text)
  return !isOperation(id) || answers[id](value)
}

/** Tells whether the contract has a call of this id. */
export const isOperation = (id: string): id is OperationId => Object.hasOwn(answers, id)
