import type { Profile } from '@custody-wallet/encryption'
import type { Urls } from '@custody-wallet/encryption/fetch'

import type { LookUpOptions, LookUpProgress } from '../batches/look-up.ts'
import type { LookUp } from '../batches/outcome.ts'
import type { CursorKind } from '../cursors/ids.ts'
import type { Resume, Since, SinceOptions } from '../cursors/since.ts'
import type { MoveOptions } from '../moves.ts'

/** What the moves have to know of a client. The options of `createCustody` fit. */
export interface WorkflowOptions {
  /** Says how the rule of 5000 is read, what is final, and how long a sealed URL becomes. */
  readonly profile?: Profile | undefined
  /** Address of the service, for the length of a URL. */
  readonly urls?: Pick<Urls, 'base'> | undefined
  /** Characters of a sealed address; 8,000 unless given. */
  readonly maxUrlLength?: number | undefined
}

/** Looks up any number of ids. */
export type Lister<R> = (
  ids: Iterable<string>,
  options?: MoveOptions<LookUpProgress> & Pick<LookUpOptions<R>, 'concurrency'>,
) => Promise<LookUp<R>>

/** Iterates over what follows a record; from the beginning unless told otherwise. */
export type Iterating<R> = (
  cursor?: number | string | Resume,
  options?: Pick<SinceOptions<R, CursorKind>, 'onProgress' | 'overlap' | 'signal'>,
) => Since<R>
