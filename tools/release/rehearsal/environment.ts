import { delimiter, dirname } from 'node:path'

type Environment = NodeJS.ProcessEnv

// What npm and pnpm tell the scripts that they start is not meant for an npm of our own, but where its registry is.
const ofThePackageManager = /^p?npm_(?!config_(registry|userconfig|cafile|(https?_)?proxy|noproxy)$)/i
const capitals = /^NPM_CONFIG_/
// Test runners set the first, and the others are the keys and ports of whoever runs this.
const ofThisRun = /^(NODE_ENV$|CUSTODY_)/

/** The environment of whoever runs the rehearsal, as a stranger's terminal would have it: with the Node of this program. */
export function terminal(env: Environment): Environment {
  const kept = Object.entries(env).filter(([name]) => isKept(name))
  return {
    ...Object.fromEntries(kept),
    PATH: [dirname(process.execPath), env['PATH']].join(delimiter),
    NO_PROXY: [env['NO_PROXY'], '127.0.0.1'].filter(Boolean).join(','),
    NO_COLOR: '1',
  }
}

const isKept = (name: string): boolean =>
  capitals.test(name) || !(ofThePackageManager.test(name) || ofThisRun.test(name))

/** Settings of npm for consumers: its own cache of programs, no questions, no advertisement, and a short patience. */
export const quietNpm = (cache: string): Environment => ({
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
