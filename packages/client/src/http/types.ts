import type { paths } from '@custody-wallet/types/plain'

type Method = 'get' | 'post'

type PathWith<M extends Method> = {
  [Path in keyof paths]: paths[Path] extends Readonly<Record<M, object>> ? Path : never
}[keyof paths]

type ParametersOf<Operation> = Operation extends { readonly parameters: infer Params }
  ? object extends Params
    ? { readonly params?: Params }
    : { readonly params: Params }
  : object

type BodyOf<Operation> = Operation extends {
  readonly requestBody: { readonly content: { readonly 'application/json': infer Body } }
}
  ? { readonly body: Body }
  : object

/** Options of a call, besides its path. */
type HttpInit<Operation> = ParametersOf<Operation> & BodyOf<Operation> & { readonly signal?: AbortSignal }

type ContentOf<Operation> = Operation extends {
  readonly responses: { readonly 200: { readonly content: { readonly 'application/json': infer Content } } }
}
  ? Content
  : never

/** Body of an HTTP failure. */
interface HttpFailure {
  readonly title: string
  readonly status: number
}

/** A response, which may be a failure of the service, or an HTTP failure. */
type HttpResult<Operation> =
  | { readonly data: ContentOf<Operation>; readonly error?: never; readonly response: Response }
  | { readonly data?: never; readonly error: HttpFailure; readonly response: Response }

type Rest<Init> = object extends Init ? [init?: Init] : [init: Init]

type HttpMethod<M extends Method> = <Path extends PathWith<M>>(
  path: Path,
  ...init: Rest<HttpInit<paths[Path][M]>>
) => Promise<HttpResult<paths[Path][M]>>

/** Calls by the paths of the plain view. Responses fit the contract; their decimals are plain strings. */
export interface HttpClient {
  readonly GET: HttpMethod<'get'>
  readonly POST: HttpMethod<'post'>
}
