import type { Environment } from '@custody-wallet/client/env'
import { isLoopback } from '@custody-wallet/demo/cli'

import { type Check, createOk, createProblem, type DoctorContext } from './stages.ts'

const addressNames = ['CUSTODY_OPEN_PLATFORM_URL', 'CUSTODY_BASE_URL', 'CUSTODY_V1_URL'] as const

// In the order in which Node reads them.
const proxyNames = {
  'http:': ['http_proxy', 'HTTP_PROXY'],
  'https:': ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'],
} as const

/** Checks that Node uses the proxy that the environment names. */
export const checkProxy: Check = ({ variables, runtime }) => {
  const name = addressNames
    .map((address) => findProxy(variables.env[address] ?? '', runtime.env))
    .find((found) => found !== undefined)
  if (name === undefined) return [createOk('calls need no proxy')]
  const saw = `${name} is ${formatHost(runtime.env[name] ?? '')}`
  if (!canUseProxy(runtime.version))
    return [createProblem(`${saw}, but Node ${runtime.version} ignores it`, 'proxy-of-old-node')]
  return isProxyUsed(runtime.env)
    ? [createOk(`${saw}, and Node uses it`)]
    : [createProblem(`${saw}, but Node ignores it without NODE_USE_ENV_PROXY=1`, 'proxy-ignored')]
}

/** Finds the variable with the proxy of an address. A service on this machine needs none. */
function findProxy(address: string, env: Environment): string | undefined {
  const { protocol, hostname, port } = new URL(address)
  if (protocol !== 'http:' && protocol !== 'https:') return undefined
  if (isLoopback(hostname) || isExcluded(hostname, port || defaultPorts[protocol], env)) return undefined
  return proxyNames[protocol].find((name) => env[name])
}

const defaultPorts = { 'http:': '80', 'https:': '443' } as const

// As in Node 26, a host excludes those below it too. Node 22 and 24 need *.host for that.
function isExcluded(hostname: string, port: string, env: Environment): boolean {
  const list = env['no_proxy'] ?? env['NO_PROXY'] ?? ''
  if (list.trim() === '*') return true
  return list.split(/[,\s]+/).some((entry) => {
    const [, host = '', entryPort = port] = /^(.+?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? []
    return entryPort === port && `.${hostname}`.endsWith(`.${host.replace(/^\*?\./, '')}`)
  })
}

/** Formats a proxy without its user and password. */
function formatHost(proxy: string): string {
  const host = URL.canParse(proxy) ? new URL(proxy).host : ''
  // With `/` in the password, user and password would count as the host.
  return host === '' || (proxy.includes('@') && !proxy.includes(`@${host}`)) ? 'set' : host
}

const isProxyUsed = (env: Environment): boolean =>
  env['NODE_USE_ENV_PROXY'] === '1' || (env['NODE_OPTIONS'] ?? '').split(' ').includes('--use-env-proxy')

/** Whether this version of Node reads NODE_USE_ENV_PROXY: 22.21 or newer in 22, or 24.5 or newer. */
function canUseProxy(version: DoctorContext['runtime']['version']): boolean {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number)
  return (major === 22 && minor >= 21) || (major === 24 && minor >= 5) || major > 24
}
