import { markdownTable } from '../../workspace/table.ts'
import type { Consumer } from './consumers.ts'

/** The consumers as docs/where-it-runs.md lists them. */
export const tableOf = (consumers: readonly Consumer[]): string =>
  markdownTable([
    ['consumer', 'what it tests', 'result'],
    ...consumers.map(({ name, does, result = 'works' }) => [name, does, result]),
  ])
