import { loadAllScenarios, loadScenario } from '../scenarios/library.ts'
import { runScenario, type ScenarioResult } from '../scenarios/run.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import type { Control } from './control.ts'

/** Situations that control calls make. */
export interface ScenariosControl {
  /** The scenarios that come with the sandbox. */
  readonly list: () => Promise<readonly Pick<Scenario, 'name' | 'title'>[]>
  /** Runs a scenario that comes with the sandbox. If a step fails, those before it keep their effects. */
  readonly run: (scenario: { readonly name: string }) => Promise<ScenarioResult>
}

export const createScenariosControl = (control: () => Control): ScenariosControl => ({
  list: async () => (await loadAllScenarios()).map(({ name, title }) => ({ name, title })),
  run: async ({ name }) => {
    // Files are read for the program only: the control port must not read those of this machine.
    if (/\.ya?ml$/.test(name)) throw new TypeError('scenarios.run takes the name of a scenario, not a file.')
    return runScenario(control(), await loadScenario(name))
  },
})
