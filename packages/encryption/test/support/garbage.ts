// For tests of object lifetimes: runs the garbage collector.
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** Collects every unreachable object. */
export async function collectGarbage(): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    await setImmediate()
    collect()
  }
}
