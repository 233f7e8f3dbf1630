import { createFractions } from '../../../../vitest.random.ts'

/** Random numbers from a seed. */
export interface Random {
  /** Returns an integer from 0 to below a limit. */
  readonly below: (limit: number) => number
  readonly chance: (probability: number) => boolean
  readonly pick: <const Each>(list: readonly [Each, ...Each[]]) => Each
  /** Returns an item of a list, which may be empty. */
  readonly some: <Each>(list: readonly Each[]) => Each | undefined
  /** Returns a name with a probability proportional to its weight. */
  readonly weighted: <Name extends string>(weights: Readonly<Record<Name, number>>) => Name
}

export function createRandom(seed: number): Random {
  const fraction = createFractions(seed)
  const below = (limit: number): number => Math.floor(fraction() * limit)
  return {
    below,
    chance: (probability) => fraction() < probability,
    pick: (list) => list[below(list.length)] ?? list[0],
    some: (list) => list[below(list.length)],
    weighted(weights) {
      const names = listNames(weights)
      let left = below(names.reduce((sum, name) => sum + weights[name], 0))
      const chosen = names.find((name) => (left -= weights[name]) < 0)
      if (chosen === undefined) throw new TypeError('No name has a weight above 0.')
      return chosen
    },
  }
}

function listNames<Name extends string>(weights: Readonly<Record<Name, number>>): readonly Name[] {
  const isName = (name: string): name is Name => Object.hasOwn(weights, name)
  return Object.keys(weights).filter(isName)
}
