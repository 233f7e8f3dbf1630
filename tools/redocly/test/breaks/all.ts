import type { Break } from './break.ts'
import { builtin } from './builtin.ts'
import { examples } from './examples.ts'
import { extensions } from './extensions.ts'
import { marks } from './marks.ts'
import { operations } from './operations.ts'
import { paging } from './paging.ts'
import { requests } from './requests.ts'
import { root } from './root.ts'
import { schemas } from './schemas.ts'
import { values } from './values.ts'

/** All breaks of the small description. */
export const allBreaks: readonly Break[] = [
  operations,
  examples,
  paging,
  requests,
  schemas,
  values,
  marks,
  extensions,
  root,
  builtin,
].flat()
