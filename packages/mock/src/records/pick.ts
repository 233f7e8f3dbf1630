// Values that look random and belong to a seed: the same on every machine and in every run.
import { hash } from 'node:crypto'

/** An integer in a range, both ends included. */
export function pickInteger(seed: string, name: string, [least, most]: readonly [number, number]): number {
  const value = hash('sha256', `${seed}\n${name}`, 'buffer').readUIntBE(0, 6)
  return least + (value % (most - least + 1))
}

/** One of some values. */
export const pickValue = <T>(seed: string, name: string, values: readonly [T, ...T[]]): T =>
  values[pickInteger(seed, name, [0, values.length - 1])] ?? values[0]
