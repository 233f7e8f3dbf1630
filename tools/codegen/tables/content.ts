import type { Operation, resolver, Response, Schema } from '../../redocly/document.ts'

type Resolve = ReturnType<typeof resolver>

/** What a successful answer carries: the `data` of an envelope, or the bare value of an MPC call. */
export function contentOf(operation: Operation, resolve: Resolve): Schema | undefined {
  const { content } = resolve<Response>(operation.responses['200'] ?? { description: '' })
  const answer = content?.['application/json']
  const [success] = resolve<Schema>(answer?.schema ?? {}).anyOf ?? []
  return operation['x-family'] === 'mpc' ? success : success?.properties?.['data']
}

/** Whether a content is a list or a single object. */
export const kindOf = (content: Schema, resolve: Resolve): 'list' | 'object' =>
  resolve<Schema>(content).type === 'array' ? 'list' : 'object'
