// Values look random but depend only on the seed.
import { hash } from 'node:crypto'

/** Picks an integer from a range, both ends included. */
export function pickInteger(seed: string, name: string, [least, most]: readonly [number, number]): number {
  const value = hash('sha256', `${seed}\n${name}`, 'buffer').readUIntBE(0, 6)
  return least + (value % (most - least + 1))
}

export const pickValue = <T>(seed: string, name: string, values: readonly [T, ...T[]]): T =>
  values[pickInteger(seed, name, [0, values.length - 1])] ?? values[0]
