/** What came of a consumer. */
export interface Row {
  readonly name: string
  readonly does: string
  readonly state: 'passed' | 'failed' | 'not run'
  readonly result: string
  /** What it printed, where it failed. */
  readonly output?: string
}

const heading = ['consumer', 'what was done', 'result'] as const

/** The rows as one table, and below it what the failed ones printed. */
export function table(rows: readonly Row[]): string {
  const cells = [heading, ...rows.map(({ name, does, result }) => [name, does, result] as const)]
  const widths = heading.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  const [head = '', ...lines] = cells.map((row) => inOneLine(row, widths))
  const rule = inOneLine(
    widths.map((width) => '-'.repeat(width)),
    widths,
  )
  const outputs = rows.flatMap(({ name, output }) => (output === undefined ? [] : [`\n${name}\n${output}`]))
  return [head, rule, ...lines, ...outputs].join('\n')
}

const inOneLine = (cells: readonly string[], widths: readonly number[]): string =>
  `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
