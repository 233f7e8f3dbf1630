/**
 * The plain mock as a handler of MSW, for tests in Node. Install MSW yourself.
 *
 * @example
 * ```ts
 * import { createMswResolver } from '@custody-wallet/mock/msw'
 *
 * const resolver = createMswResolver() // setupServer(http.all('*', resolver)).listen()
 * const request = new Request('https://custody.example/api/v2/user/info?email=user@custody.example')
 * console.log((await resolver({ request }))?.status)
 * ```
 *
 * @module
 */
import { createMock, type Mock, type MockOptions } from './mock.ts'

/** A resolver for `http.all('*', ...)` of MSW. */
export type MswResolver = (info: { readonly request: Request }) => Promise<Response | undefined>

/**
 * Creates a resolver that responds to the calls of the interface at any origin. For other requests it returns
 * `undefined`, so that MSW calls the next handler.
 *
 * @example
 * ```ts
 * import { createMock } from '@custody-wallet/mock'
 * import { createMswResolver } from '@custody-wallet/mock/msw'
 *
 * const resolver = createMswResolver(createMock({ failRate: 0.1, seed: 'monday' }))
 * console.log(await resolver({ request: new Request('https://elsewhere.example/') })) // undefined
 * ```
 */
export function createMswResolver(mock: Mock | MockOptions = {}): MswResolver {
  const { fetch, has } = 'fetch' in mock ? mock : createMock(mock)
  return async ({ request }) => ((await has(request)) ? fetch(request) : undefined)
}
