// Judges suites by several runs: one run of a busy machine proves nothing.
import { grouped } from '../workspace/groups.ts'
import { type Figure, line, meets, rounded } from './figure.ts'
import { median } from './measure.ts'

/** Runs a suite once. Rejects if it cannot. */
export type Runner = (name: string) => AsyncIterable<Figure>

const [mostRuns, majority] = [5, 3]

/**
 * Judges each goal by the median of five runs. A suite stops earlier when three runs agree about each of its goals, which
 * decides about the median of five. Prints each figure, and at the end all goals. Resolves with the exit code.
 */
export async function judge(names: readonly string[], runner: Runner): Promise<number> {
  const rows: Record<string, object> = {}
  const counts = { met: 0, missed: 0, 'not run': 0 }
  for (const name of names)
    try {
      const figures: Figure[] = []
      let run = 0
      do figures.push(...(await printed(`${name}, run ${(run += 1)}`, runner(name))))
      while (run < mostRuns && !valuesOf(figures).every(isDecided))
      if (figures.length === 0) throw new Error('it has no figures')
      for (const [figure, ...more] of valuesOf(figures).filter(([{ goal }]) => goal)) {
        const values = [figure, ...more].map(({ value }) => value)
        const verdict = meets({ ...figure, value: median(values) }) ? 'met' : 'missed'
        counts[verdict] += 1
        const goal = `${figure.goal?.op} ${figure.goal?.value}`
        rows[figure.name] = { ...spread(values), unit: figure.unit, goal, verdict }
      }
    } catch (error) {
      counts['not run'] += 1
      rows[name] = { verdict: `not run: ${error instanceof Error ? error.message : String(error)}` }
    }
  console.table(rows)
  console.log(`${counts.met} goals met, ${counts.missed} missed, ${counts['not run']} suites not run`)
  return counts.missed + counts['not run'] === 0 ? 0 : 1
}

/**
 * Compares this tree with another, whose suites take turns in five pairs of runs. Prints the median of the ratios of each
 * figure. Rejects if a suite fails.
 */
export async function compare(names: readonly string[], own: Runner, other: Runner): Promise<void> {
  const rows: Record<string, object> = {}
  for (const name of names) {
    const [ours, theirs]: [Figure[], Figure[]] = [[], []]
    const sides = [
      async (pair: number) => ours.push(...(await printed(`${name}, own run ${pair}`, own(name)))),
      async (pair: number) => theirs.push(...(await printed(`${name}, other run ${pair}`, other(name)))),
    ]
    for (let pair = 1; pair <= mostRuns; pair += 1)
      for (const run of pair % 2 === 1 ? sides : sides.toReversed()) await run(pair)
    for (const values of valuesOf(ours)) {
      const base = theirs.filter((figure) => figure.name === values[0].name)
      const ratios = values.map(({ value }, index) => value / (base[index]?.value ?? Number.NaN))
      if (base.length === ratios.length) rows[values[0].name] = spread(ratios)
    }
  }
  console.table(rows)
}

async function printed(title: string, figures: AsyncIterable<Figure>): Promise<readonly Figure[]> {
  console.log(`${title}:`)
  const run: Figure[] = []
  for await (const figure of figures) {
    run.push(figure)
    console.log(line(figure))
  }
  return run
}

type Values = readonly [Figure, ...Figure[]]

/** The figures of several runs by name. */
const valuesOf = (figures: readonly Figure[]): readonly Values[] => grouped(figures, ({ name }) => name)

/** Whether as many runs as decide about five agree. */
const isDecided = (values: Values): boolean =>
  !values[0].goal ||
  [true, false].some((met) => values.filter((figure) => meets(figure) === met).length >= majority)

const spread = (values: readonly number[]) => ({
  median: rounded(median(values)),
  least: rounded(Math.min(...values)),
  most: rounded(Math.max(...values)),
})
