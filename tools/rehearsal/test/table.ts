import { formatMarkdownTable } from '../../workspace/table.ts'
import type { Consumer } from './consumers.ts'

/** The consumers as docs/where-it-runs.md lists them. */
export const formatTable = (consumers: readonly Consumer[]): string =>
  formatMarkdownTable([
    ['consumer', 'what it tests', 'result'],
    ...consumers.map(({ name, does, result = 'works' }) => [name, does, result]),
  ])
