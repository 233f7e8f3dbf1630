// Types of the path client, made from the paths of the plain view.
import type { paths } from '@custody-wallet/types/plain'

type Method = 'get' | 'post'

/** Paths of the plain view that take a method. */
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

/** What a call of the path client takes beside its path. */
type HttpInit<Operation> = ParametersOf<Operation> & BodyOf<Operation> & { readonly signal?: AbortSignal }

type ContentOf<Operation> = Operation extends {
  readonly responses: { readonly 200: { readonly content: { readonly 'application/json': infer Content } } }
}
  ? Content
  : never

/** Body of an HTTP status that says no. */
interface HttpFailure {
  readonly title: string
  readonly status: number
}

/** A response, failures of the service included, or what HTTP said instead of one. */
type HttpResult<Operation> =
  | { readonly data: ContentOf<Operation>; readonly error?: never; readonly response: Response }
  | { readonly data?: never; readonly error: HttpFailure; readonly response: Response }

type Rest<Init> = object extends Init ? [init?: Init] : [init: Init]

type HttpMethod<M extends Method> = <Path extends PathWith<M>>(
  path: Path,
  ...init: Rest<HttpInit<paths[Path][M]>>
) => Promise<HttpResult<paths[Path][M]>>

/** Calls by the paths of the plain view. What they hand out fits the contract; its decimals are plain texts. */
export interface HttpClient {
  readonly GET: HttpMethod<'get'>
  readonly POST: HttpMethod<'post'>
}
