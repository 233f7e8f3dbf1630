import type { LookUpOptions, LookUpProgress } from '../batches/look-up.ts'
import type { LookUp } from '../batches/outcome.ts'
import type { CursorKind } from '../cursors/ids.ts'
import type { Resume, Since, SinceOptions } from '../cursors/since.ts'
import type { MoveOptions } from '../moves.ts'

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
