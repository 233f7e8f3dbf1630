/**
 * Checks of environment variables that the command line explains one by one. Only packages of this repository use this
 * entry: it may change with any release.
 *
 * @module
 */
export { wrongAddresses } from './env/addresses.ts'
export {
  type EnvironmentName,
  type KeyName,
  keyTexts,
  keyVariablesOf,
  missingVariables,
  unknownVariables,
  wrongChoices,
} from './env/variables.ts'
