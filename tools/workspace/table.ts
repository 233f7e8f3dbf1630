/** A table in Markdown, with columns as wide as the formatter makes them. */
export function formatMarkdownTable(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows
  const widths = head.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  const formatLine = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |\n`
  return [formatLine(head), formatLine(widths.map((width) => '-'.repeat(width))), ...body.map(formatLine)].join('')
}
