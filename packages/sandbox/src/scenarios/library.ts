// Loads built-in scenarios and scenario files.
import { readFile } from 'node:fs/promises'

import { findNearestName } from '@custody-wallet/types/validate'

import { MissingError } from '../errors.ts'
import { readScenario, type Scenario } from './scenario.ts'

export const scenarioNames = [
  'address-pool-low',
  'bad-day',
  'busy-merchant',
  'first-deposit',
  'kyt-hold',
  'reorg',
  'staking-cycle',
] as const

const folder = new URL('../../scenarios/', import.meta.url)

/** Loads a scenario by its name, or by the path of a `.yaml` or `.yml` file. */
export async function loadScenario(nameOrFile: string): Promise<Scenario> {
  if (/\.ya?ml$/.test(nameOrFile)) return readScenario(await readScenarioFile(nameOrFile), nameOrFile)
  if (scenarioNames.some((name) => name === nameOrFile)) return loadNamedScenario(nameOrFile)
  const nearest = findNearestName(nameOrFile, scenarioNames)
  throw new MissingError(
    `There is no scenario ${nameOrFile}${nearest === undefined ? `: use ${scenarioNames.join(', ')}, or a .yaml file.` : `; did you mean ${nearest}?`}`,
  )
}

const loadNamedScenario = async (name: string): Promise<Scenario> =>
  readScenario(await readFile(new URL(`${name}.yaml`, folder), 'utf8'), name)

/** Loads all built-in scenarios, by name. */
export const loadAllScenarios = (): Promise<readonly Scenario[]> => Promise.all(scenarioNames.map(loadNamedScenario))

async function readScenarioFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new MissingError(
      `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}. Check its path.`,
    )
  }
}
