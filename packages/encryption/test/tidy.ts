// Tests of what is alive: they take memory away from whatever nobody holds.
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** Whatever nobody holds any more is gone afterwards. */
export async function tidyUp(): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    await setImmediate()
    collect()
  }
}
