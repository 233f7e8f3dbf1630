import type { Consumer } from './consumers.ts'

const heading = ['consumer', 'what it tests', 'result'] as const

/** The consumers as docs/where-it-runs.md lists them. */
export function tableOf(consumers: readonly Consumer[]): string {
  const rows = consumers.map(({ name, does, result = 'works' }) => [name, does, result] as const)
  const widths = heading.map((_, column) =>
    Math.max(...[heading, ...rows].map((row) => row[column]?.length ?? 0)),
  )
  const rule = widths.map((width) => '-'.repeat(width))
  const lineOf = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [heading, rule, ...rows].map(lineOf).join('\n')
}
