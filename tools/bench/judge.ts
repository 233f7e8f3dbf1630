// Judges suites by several runs, because a single run on a busy machine varies too much.
import { grouped } from '../workspace/groups.ts'
import { type Figure, formatFigure, isGoalMet, roundValue } from './figure.ts'
import { computeMedian } from './measure.ts'

/** Runs a suite once. */
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
      do figures.push(...(await printFigures(`${name}, run ${(run += 1)}`, runner(name))))
      while (run < mostRuns && !groupFigures(figures).every(isDecided))
      if (figures.length === 0) throw new Error('it has no figures')
      for (const [figure, ...more] of groupFigures(figures).filter(([{ goal }]) => goal)) {
        const values = [figure, ...more].map(({ value }) => value)
        const verdict = isGoalMet({ ...figure, value: computeMedian(values) }) ? 'met' : 'missed'
        counts[verdict] += 1
        const goal = `${figure.goal?.op} ${figure.goal?.value}`
        rows[figure.name] = { ...computeSpread(values), unit: figure.unit, goal, verdict }
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
      async (pair: number) => ours.push(...(await printFigures(`${name}, own run ${pair}`, own(name)))),
      async (pair: number) => theirs.push(...(await printFigures(`${name}, other run ${pair}`, other(name)))),
    ]
    for (let pair = 1; pair <= mostRuns; pair += 1)
      for (const run of pair % 2 === 1 ? sides : sides.toReversed()) await run(pair)
    for (const values of groupFigures(ours)) {
      const base = theirs.filter((figure) => figure.name === values[0].name)
      const ratios = values.map(({ value }, index) => value / (base[index]?.value ?? Number.NaN))
      // Two figures of 0 have no ratio.
      if (base.length === ratios.length && ratios.every(Number.isFinite)) rows[values[0].name] = computeSpread(ratios)
    }
  }
  console.table(rows)
}

async function printFigures(title: string, figures: AsyncIterable<Figure>): Promise<readonly Figure[]> {
  console.log(`${title}:`)
  const run: Figure[] = []
  for await (const figure of figures) {
    run.push(figure)
    console.log(formatFigure(figure))
  }
  return run
}

type Values = readonly [Figure, ...Figure[]]

/** The figures of several runs by name. */
const groupFigures = (figures: readonly Figure[]): readonly Values[] => grouped(figures, ({ name }) => name)

/** Whether enough runs agree to decide the median of five. */
const isDecided = (values: Values): boolean =>
  !values[0].goal ||
  [true, false].some((isMet) => values.filter((figure) => isGoalMet(figure) === isMet).length >= majority)

const computeSpread = (values: readonly number[]) => ({
  median: roundValue(computeMedian(values)),
  least: roundValue(Math.min(...values)),
  most: roundValue(Math.max(...values)),
})
