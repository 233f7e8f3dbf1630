import { type Document, resolver, type Schema } from '../document.ts'

/** What every step of a projection looks things up in. */
export interface Context {
  readonly document: Document
  readonly resolve: ReturnType<typeof resolver>
  /** Tells whether the codec fills a member in. */
  readonly filled: (member: Schema | { readonly 'x-filled'?: boolean }) => boolean
}

export function contextOf(document: Document): Context {
  const resolve = resolver(document)
  return {
    document,
    resolve,
    filled: (member) => resolve<{ 'x-filled'?: boolean }>(member)['x-filled'] === true,
  }
}
