import { type Document, listOperations, type Schema } from '../redocly/document.ts'
import { keepOpenPoints, prune } from '../redocly/views/prune.ts'

/**
 * The plain view as it is published: without `x-parameters`, the schema of all query parameters of a call, because only
 * our own tools read it.
 */
export function createPublishedView(plain: Document): Document {
  const paths = { ...plain.paths }
  for (const { path, method, operation } of listOperations(plain)) {
    const { 'x-parameters': _set, ...rest } = operation
    paths[path] = { ...paths[path], [method]: rest }
  }
  return keepOpenPoints(prune({ ...plain, paths }), plain)
}

/** The schemas that only `x-parameters` leads to, by name. Pages and tests read them. */
export function createParameterSets(plain: Document): Readonly<Record<string, Schema>> {
  const { schemas } = createPublishedView(plain).components
  return Object.fromEntries(Object.entries(plain.components.schemas).filter(([name]) => !(name in schemas)))
}
