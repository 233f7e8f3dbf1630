// Embedded Prism: makes answers from a description.
import { type Description, nodeOf } from '../description/description.ts'
import { type MockOperation, operationsOf } from '../description/operations.ts'
import { prepared } from '../description/prepared.ts'
import { silent } from './logger.ts'

/** The JSON of an answer, and its status. */
export interface Answer {
  readonly status: number
  readonly value: unknown
}

/** A request for Prism to validate. */
interface PlainRequest {
  readonly path: string
  readonly search: string
  readonly body?: unknown
}

export interface Engine {
  readonly own: boolean
  readonly operations: readonly MockOperation[]
  /** An example of the description. Default: the first one. */
  readonly shown: (operation: MockOperation, example?: string) => Promise<Answer>
  /** An answer generated from the schema; the same for the same seed. */
  readonly generated: (operation: MockOperation, seed: string) => Promise<Answer>
  /** Errors that Prism finds in a request. */
  readonly violations: (operation: MockOperation, request: PlainRequest) => Promise<readonly PrismViolation[]>
}

interface PrismViolation {
  readonly path: readonly string[]
  readonly message: string
}

/** Loads Prism, and a description into it. */
export async function engineOf(description: Description): Promise<Engine> {
  // Loaded here, so that importing the package is fast.
  const [{ getHttpOperationsFromSpec }, { createClientFromOperations }] = await Promise.all([
    import('@stoplight/prism-http'),
    import('@stoplight/prism-http/dist/client.js'),
  ])
  const resources = await getHttpOperationsFromSpec({ ...prepared(description.document) })
  const prism = createClientFromOperations(resources, { ...settings, logger: silent })
  const known = new Map<string, Promise<Answer>>()

  async function request(operation: MockOperation, mock: Mocking): Promise<Answer> {
    const { status, data } = await prism.request(operation.shownPath, plain(operation), {
      mock,
      ...unchecked,
    })
    return { status, value: data }
  }

  return {
    own: description.own,
    operations: operationsOf(description),
    shown: (operation, example = '') => {
      const key = `${operation.id} ${example}`
      const answer =
        known.get(key) ??
        request(operation, { dynamic: false, ...(example !== '' && { exampleKey: example }) })
      known.set(key, answer)
      return answer
    },
    generated: (operation, seed) => request(operation, { dynamic: true, ignoreExamples: true, seed }),
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

// If a description has no answer for an invalid request, Prism throws its own.
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
