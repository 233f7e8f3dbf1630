import { type Document, type Reference, resolver } from '../document.ts'

interface Marked {
  readonly 'x-filled'?: boolean
}

/** What every step of a projection looks things up in. */
export interface Context {
  readonly document: Document
  readonly resolve: ReturnType<typeof resolver>
  /** Tells whether the codec fills a member in. */
  readonly filled: (member: Marked | Reference) => boolean
}

export function contextOf(document: Document): Context {
  const resolve = resolver(document)
  return {
    document,
    resolve,
    filled: (member) => resolve<Marked>(member)['x-filled'] === true,
  }
}
