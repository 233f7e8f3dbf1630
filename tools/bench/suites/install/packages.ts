import { join } from 'node:path'

import { ran, type Where } from '../../../release/rehearsal/programs.ts'
import type { Stage } from '../../../release/rehearsal/stage.ts'
import type { Figure } from '../../figure.ts'
import { medianOf } from '../../measure.ts'
import { newProject } from './released.ts'
import { weightOf } from './weight.ts'

const installs = 5
const wanted = ['types', 'encryption', 'client'].map((name) => `@custody-wallet/${name}`)

/** Measures an installation of what a back end needs. */
export async function* packages(stage: Stage): AsyncGenerator<Figure> {
  const seconds = await medianOf(installs, () => secondsOfInstall(newProject(stage)))
  yield { name: 'install.seconds', value: seconds, unit: 's' }

  const project = newProject(stage)
  await secondsOfInstall(project)
  const { count, bytes } = weightOf(join(project.cwd, 'node_modules'))
  yield { name: 'install.packages', value: count, unit: 'packages', goal: { op: '<=', value: 5 } }
  yield { name: 'install.size', value: bytes / 1e6, unit: 'MB', goal: { op: '<', value: 1.2 } }
}

async function secondsOfInstall(project: Where): Promise<number> {
  const begun = performance.now()
  const { code, err } = await ran(['npm', 'install', ...wanted], project)
  if (code !== 0) throw new Error(`npm install failed:\n${err}`)
  return (performance.now() - begun) / 1000
}
