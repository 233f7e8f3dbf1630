import { checkSecureAddress } from '../calls/checks.ts'
import type { Environment, EnvironmentName } from './variables.ts'

const names: readonly EnvironmentName[] = ['CUSTODY_OPEN_PLATFORM_URL', 'CUSTODY_BASE_URL', 'CUSTODY_V1_URL']

/** Lists addresses that the client rejects, with the reason. Reasons leave out the address, which may contain a password. */
export const listWrongAddresses = (
  env: Environment,
): readonly { readonly name: EnvironmentName; readonly problem: string }[] =>
  names.flatMap((name) => {
    try {
      checkSecureAddress(env[name] ?? '', name, readHosts(env))
      return []
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      return [{ name, problem: error.message.replace('insecureHosts', 'CUSTODY_INSECURE_HOSTS') }]
    }
  })

/** Reads the hosts beyond loopback that accept plain http. */
export const readHosts = (env: Environment): readonly string[] =>
  (env['CUSTODY_INSECURE_HOSTS'] ?? '')
    .split(',')
    .map((host) => host.trim())
    .filter((host) => host !== '')

/** Throws one error for all addresses that the client rejects. */
export function checkAddresses(env: Environment): void {
  const wrong = listWrongAddresses(env)
  if (wrong.length > 0) throw new TypeError(wrong.map(({ problem }) => problem).join(' '))
}
