import { join } from 'node:path'

import type { Figure } from '../../figure.ts'
import { root, secondsOf } from '../../measure.ts'

const builds = 5

/** Measures the build as the gate and `npm start` run it. */
export async function buildTime(): Promise<Figure> {
  const value = await secondsOf(process.execPath, [join(root, 'tools/docs/main.ts')], builds)
  return { name: 'docs.build', value, unit: 's', goal: { op: '<', value: 15 } }
}
