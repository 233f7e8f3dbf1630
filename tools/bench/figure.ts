// What a suite finds, and how it is told.

const comparisons = {
  '<': (value: number, bound: number) => value < bound,
  '<=': (value: number, bound: number) => value <= bound,
  '>': (value: number, bound: number) => value > bound,
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
  readonly goal?: Goal
}

export interface Suite {
  /** What each figure measures, by its name. */
  readonly measures: Readonly<Record<string, string>>
  readonly figures: () => AsyncIterable<Figure>
}

/** Three digits, and whole numbers from 100 on: what follows is noise. */
const rounded = (value: number): number =>
  Math.abs(value) < 100 ? Number(value.toPrecision(3)) : Math.round(value)

/** Tells whether a figure meets its goal. It judges the value as printed, so that every reader of a line agrees. */
export const meets = ({ value, goal }: Figure): boolean =>
  goal === undefined || comparisons[goal.op](rounded(value), goal.value)

/** A figure in one line. */
export function line({ name, value, unit, goal }: Figure): string {
  const aim = goal ? ['goal', goal.op, goal.value] : []
  return ['figure', name, rounded(value), unit, ...aim].join(' ')
}

/** Says how many goals were met, and which were not. */
export function verdict(figures: readonly Figure[]): string {
  const aims = figures.filter(({ goal }) => goal)
  const missed = aims.filter((figure) => !meets(figure)).map(({ name }) => name)
  const counted = `${aims.length - missed.length} of ${aims.length} goals met.`
  return missed.length === 0 ? counted : `${counted} Missed: ${missed.join(', ')}.`
}
