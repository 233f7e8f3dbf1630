// Judges suites by several runs: one run of a busy machine proves nothing.
import { type Figure, line, meets, rounded } from './figure.ts'
import { median } from './measure.ts'

/** Runs a suite once. Rejects if it cannot. */
export type Runner = (name: string) => AsyncIterable<Figure>

type Run = readonly Figure[]

const [mostRuns, majority] = [5, 3]

/**
 * Judges each goal by the median of five runs. A suite stops earlier when three runs agree about each of its goals, which
 * then holds for the median of five. Prints each figure, and at the end all goals. Resolves with the exit code.
 */
export async function judge(names: readonly string[], runner: Runner): Promise<number> {
  const rows: string[][] = []
  const counts = { met: 0, missed: 0, 'not run': 0 }
  for (const name of names) {
    const runs: Run[] = []
    try {
      do runs.push(await printed(`${name}, run ${runs.length + 1}`, runner(name)))
      while (runs.length < mostRuns && !isDecided(runs))
    } catch (error) {
      counts['not run'] += 1
      rows.push([name, `not run: ${reasonOf(error)}`])
      continue
    }
    for (const { values, ...figure } of summaries(runs)) {
      if (!figure.goal) continue
      const verdict = meets(figure) ? 'met' : 'missed'
      counts[verdict] += 1
      rows.push([
        figure.name,
        ...spread(values),
        figure.unit,
        `${figure.goal.op} ${figure.goal.value}`,
        verdict,
      ])
    }
  }
  console.log(`\n${table([['', 'median', 'least', 'most', 'unit', 'goal', ''], ...rows])}\n`)
  console.log(`${counts.met} goals met, ${counts.missed} missed, ${counts['not run']} suites not run`)
  return counts.missed + counts['not run'] === 0 ? 0 : 1
}

/**
 * Compares suites of this tree with those of another, which take turns in five pairs of runs. Prints the median of the
 * ratios of each figure. Resolves with the exit code.
 */
export async function compare(names: readonly string[], own: Runner, other: Runner): Promise<number> {
  const rows: string[][] = []
  for (const name of names) {
    const pairs = { own: Array<Run>(), other: Array<Run>() }
    for (let pair = 1; pair <= mostRuns; pair += 1) {
      const turn = { own, other }
      for (const side of pair % 2 === 1 ? (['own', 'other'] as const) : (['other', 'own'] as const))
        pairs[side].push(await printed(`${name}, ${side} run ${pair}`, turn[side](name)))
    }
    const others = new Map(summaries(pairs.other).map((each) => [each.name, each.values]))
    for (const { name: figure, values } of summaries(pairs.own)) {
      const base = others.get(figure) ?? []
      const ratios = values.map((value, index) => value / (base[index] ?? Number.NaN))
      if (base.length === values.length)
        rows.push([figure, shown(median(values)), shown(median(base)), ...spread(ratios)])
    }
  }
  console.log(`\n${table([['', 'own', 'other', 'ratio', 'least', 'most'], ...rows])}`)
  return 0
}

async function printed(title: string, figures: AsyncIterable<Figure>): Promise<Run> {
  console.log(`${title}:`)
  const run: Figure[] = []
  for await (const figure of figures) {
    run.push(figure)
    console.log(line(figure))
  }
  return run
}

/** Whether as many runs as decide about five agree about each goal. */
function isDecided(runs: readonly Run[]): boolean {
  return summaries(runs).every((figure) => {
    const met = figure.values.filter((value) => meets({ ...figure, value })).length
    return !figure.goal || Math.max(met, figure.values.length - met) >= majority
  })
}

/** Each figure of several runs: its median, and its values in the order of the runs. */
function summaries(runs: readonly Run[]): readonly (Figure & { readonly values: readonly number[] })[] {
  const all = runs.flat()
  const first = new Map(all.toReversed().map((figure) => [figure.name, figure]))
  return [...first.values()].toReversed().map((figure) => {
    const values = all.filter(({ name }) => name === figure.name).map(({ value }) => value)
    return { ...figure, value: median(values), values }
  })
}

const shown = (value: number): string => String(rounded(value))

const spread = (values: readonly number[]): readonly string[] =>
  [median(values), Math.min(...values), Math.max(...values)].map(shown)

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.filter(({ length }) => length > 2).map((row) => row[column]?.length ?? 0)),
  )
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
