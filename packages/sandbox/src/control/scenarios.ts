import { loadAllScenarios, loadScenario } from '../scenarios/library.ts'
import { type Player, runScenario, type ScenarioResult } from '../scenarios/run.ts'
import type { Scenario } from '../scenarios/scenario.ts'

/** Control calls for scenarios: prepared series of control calls. */
export interface ScenariosControl {
  /** Lists the built-in scenarios. */
  readonly list: () => Promise<readonly Pick<Scenario, 'name' | 'title'>[]>
  /** Runs a built-in scenario. If a step fails, earlier steps keep their effects. */
  readonly run: (scenario: { readonly name: string }) => Promise<ScenarioResult>
}

export const createScenariosControl = (player: Player): ScenariosControl => ({
  list: async () => (await loadAllScenarios()).map(({ name, title }) => ({ name, title })),
  run: async ({ name }) => {
    // Only the program reads files: the control port must not expose files of this machine.
    if (/\.ya?ml$/.test(name))
      throw new TypeError(
        'scenarios.run accepts the name of a built-in scenario, not a file: to run a file, start the program with --scenario.',
      )
    return runScenario(player, await loadScenario(name))
  },
})
