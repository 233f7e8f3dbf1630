// Figures of a suite, their goals and their output.

const comparisons = {
  '<': (value: number, bound: number) => value < bound,
  '<=': (value: number, bound: number) => value <= bound,
  '>=': (value: number, bound: number) => value >= bound,
} as const

export interface Goal {
  readonly op: keyof typeof comparisons
  readonly value: number
}

export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly goal?: Goal | undefined
}

export interface Suite {
  /** Meaning of each figure, by name. */
  readonly measures: Readonly<Record<string, string>>
  readonly figures: () => AsyncIterable<Figure>
}

export const createFigure = (name: string, value: number, unit: string, goal?: Goal): Figure => ({
  name,
  value,
  unit,
  goal,
})

export const lessThan = (value: number): Goal => ({ op: '<', value })
export const atMost = (value: number): Goal => ({ op: '<=', value })
export const atLeast = (value: number): Goal => ({ op: '>=', value })

// More digits are noise.
export const roundValue = (value: number): number =>
  Math.abs(value) < 100 ? Number(value.toPrecision(3)) : Math.round(value)

/** Whether the printed value of a figure meets its goal. */
export const isGoalMet = ({ value, goal }: Figure): boolean =>
  goal === undefined || comparisons[goal.op](roundValue(value), goal.value)

/** A figure in one line. */
export function formatFigure({ name, value, unit, goal }: Figure): string {
  const aim = goal ? ['goal', goal.op, goal.value] : []
  return ['figure', name, roundValue(value), unit, ...aim].join(' ')
}
