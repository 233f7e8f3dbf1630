import { keyFault } from './faults.ts'

/** What a key is for. */
export type KeyUse = 'encryption' | 'signature'

export type KeyKind = 'private' | 'public'

/** The bounds that a key is read and checked against. Without a use, either one will do. */
export interface Wanted {
  readonly kind: KeyKind
  readonly use: KeyUse | undefined
  /** Name of the member that holds the key, for messages. */
  readonly name: string
  readonly minBits: number
}

const other: { readonly [Kind in KeyKind]: 'private-for-public' | 'public-for-private' } = {
  private: 'public-for-private',
  public: 'private-for-public',
}

/** Refuses a private key where a public one belongs, and the other way round. */
export function checkKind(kind: KeyKind, wanted: Wanted): void {
  if (kind !== wanted.kind) throw keyFault(wanted.name, other[wanted.kind])
}
