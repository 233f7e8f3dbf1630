import { delimiter, dirname } from 'node:path'

type Environment = NodeJS.ProcessEnv

// npm and pnpm pass their own settings to scripts. A new npm needs only those about the registry.
const ofThePackageManager = /^p?npm_(?!config_(registry|userconfig|cafile|(https?_)?proxy|noproxy)$)/i
const capitals = /^NPM_CONFIG_/
// Set by test runners, and keys and ports of the user.
const ofThisRun = /^(NODE_ENV$|CUSTODY_)/

/** The environment of a new terminal: without our settings, with the Node of this program. */
export function createTerminalEnvironment(env: Environment): Environment {
  const entries = Object.entries(env).filter(([name]) => isKept(name))
  return {
    ...Object.fromEntries(entries),
    PATH: [dirname(process.execPath), env['PATH']].join(delimiter),
    NO_PROXY: [env['NO_PROXY'], '127.0.0.1'].filter(Boolean).join(','),
    NO_COLOR: '1',
  }
}

const isKept = (name: string): boolean =>
  capitals.test(name) || !(ofThePackageManager.test(name) || ofThisRun.test(name))

/** Settings of npm for consumers: its own cache, no questions, no notices, few retries. */
export const createNpmEnvironment = (cache: string): Environment => ({
  npm_config_cache: cache,
  npm_config_prefer_offline: 'true',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_update_notifier: 'false',
  npm_config_yes: 'true',
  npm_config_loglevel: 'error',
  npm_config_fetch_retries: '3',
  npm_config_fetch_retry_factor: '2',
  npm_config_fetch_retry_mintimeout: '1000',
})
