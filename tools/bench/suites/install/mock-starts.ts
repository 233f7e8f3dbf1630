import { join } from 'node:path'

import { start, type Where } from '../../../release/rehearsal/programs.ts'
import type { Stage } from '../../../release/rehearsal/stage.ts'
import type { Figure } from '../../figure.ts'
import { medianOf } from '../../measure.ts'
import { newProject } from './released.ts'

const [coldStarts, warmStarts] = [3, 5] as const

/** Measures how long somebody waits who tries the mock, for the first time and afterwards. */
export async function* mockStarts(stage: Stage): AsyncGenerator<Figure> {
  const cold = await medianOf(coldStarts, () => secondsToAnswer(newProject(stage)))
  yield { name: 'install.mock.cold', value: cold, unit: 's', goal: { op: '<', value: 15 } }

  const project = newProject(stage)
  await secondsToAnswer(project)
  const warm = await medianOf(warmStarts, () => secondsToAnswer(project))
  yield { name: 'install.mock.warm', value: warm, unit: 's', goal: { op: '<', value: 2 } }
}

async function secondsToAnswer(where: Where): Promise<number> {
  const begun = performance.now()
  const state = join(where.cwd, 'state')
  await using mock = start(['npx', '@custody-wallet/mock', '--port', '0', '--state', state], where)
  const [, url = ''] = await mock.saying(/(http:\S+)\/_mock/)
  const answer = await fetch(`${url}/api/mpc/wallet/open_coin`)
  if (!answer.ok) throw new Error(`The mock answered ${answer.status}.`)
  await answer.text()
  return (performance.now() - begun) / 1000
}
