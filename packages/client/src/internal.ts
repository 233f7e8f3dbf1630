/**
 * Checks of environment variables and the clock, for the command line. Only packages of this repository use this entry: it may change
 * with any release.
 *
 * @module
 */
export { compareClocks } from './clock.ts'
export { listWrongAddresses } from './env/addresses.ts'
export {
  type EnvironmentName,
  type KeyName,
  splitKeys,
  listKeyVariables,
  listMissingVariables,
  listUnknownVariables,
  listWrongChoices,
} from './env/variables.ts'
