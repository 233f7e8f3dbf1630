import { type Description, toNode } from '../description/description.ts'
import { type MockOperation, listOperations } from '../description/operations.ts'
import { prepareDocument } from '../description/prism-document.ts'
import { silentLogger } from './logger.ts'

export interface PlainResponse {
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
  readonly isBuiltIn: boolean
  readonly operations: readonly MockOperation[]
  /** Returns an example of the description (default: the first). */
  readonly getExample: (operation: MockOperation, example?: string) => Promise<PlainResponse>
  /** Generates a response from the schema. The same seed gives the same response. */
  readonly generate: (operation: MockOperation, seed: string) => Promise<PlainResponse>
  /** Finds errors in a request. */
  readonly findViolations: (operation: MockOperation, request: PlainRequest) => Promise<readonly PrismViolation[]>
}

interface PrismViolation {
  readonly path: readonly string[]
  readonly message: string
}

/** Loads Prism with a description. */
export async function createEngine(description: Description): Promise<Engine> {
  // Imported here, because Prism loads slowly.
  const [{ getHttpOperationsFromSpec }, { createClientFromOperations }] = await Promise.all([
    import('@stoplight/prism-http'),
    import('@stoplight/prism-http/dist/client.js'),
  ])
  const resources = await getHttpOperationsFromSpec({ ...prepareDocument(description.document) })
  const prism = createClientFromOperations(resources, { ...settings, logger: silentLogger })
  const responses = new Map<string, Promise<PlainResponse>>()

  async function sendRequest(operation: MockOperation, mock: PrismMockOptions): Promise<PlainResponse> {
    const { status, data } = await prism.request(operation.shownPath, buildPrismRequest(operation), {
      mock,
      ...validationOff,
    })
    return { status, value: data }
  }

  return {
    isBuiltIn: description.isBuiltIn,
    operations: listOperations(description),
    getExample: (operation, example = '') => {
      const key = `${operation.id} ${example}`
      const response =
        responses.get(key) ?? sendRequest(operation, { dynamic: false, ...(example !== '' && { exampleKey: example }) })
      responses.set(key, response)
      return response
    },
    generate: (operation, seed) => sendRequest(operation, { dynamic: true, ignoreExamples: true, seed }),
    findViolations: async (operation, { path, search, body }) => {
      const request = { ...buildPrismRequest(operation), ...(body !== undefined && { body }) }
      try {
        const { violations } = await prism.request(`${path}${search}`, request)
        return violations.input.map(({ path: segments = [], message }) => ({
          path: segments.map(String),
          message,
        }))
      } catch (error) {
        return readThrownViolations(error)
      }
    },
  }
}

// Prism throws if the description has no response for invalid requests.
function readThrownViolations(error: unknown): readonly PrismViolation[] {
  const found = toNode(toNode(error)['additional'])['validation']
  if (!Array.isArray(found)) throw error
  return found.map(toNode).map(({ location, message }) => ({
    path: Array.isArray(location) ? location.map(String) : [],
    message: String(message),
  }))
}

interface PrismMockOptions {
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

const validationOff = { validateRequest: false } as const

const prismMethods = { GET: 'get', POST: 'post' } as const

const buildPrismRequest = ({ method }: MockOperation) => ({
  method: prismMethods[method],
  headers: { 'content-type': 'application/json' },
})
