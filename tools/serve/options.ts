import { highestBase, hostOf, misuse, parsed, portBase, wholeNumber } from '@custody-wallet/server/cli'

export interface Options {
  readonly host: string
  /** Port of the site; the mocks use the ports 10 and 11 above it, the sandbox 20 and more. */
  readonly port: number
  /** Folder of the demo keys; without it, the state folder of this user. */
  readonly state: string | undefined
}

export const help = `Serves the contract, both mocks and the sandbox over HTTP.

  npm start
  node tools/serve/main.ts [--host HOST] [--port PORT] [--state DIR]

  --host HOST   address to listen on (default 127.0.0.1, which only this machine reaches)
  --port PORT   port of the contract (default CUSTODY_PORT_BASE, or 4000); the mocks take those 10 and 11 above it, the
                sandbox those from 20 above it; 0 takes any free ones
  --state DIR   keeps the demo keys there (default: the state folder of this user)
  --help        this text
  --version     prints the version`

/** Reads the command line and the environment. */
export function optionsFrom(args: readonly string[], env: NodeJS.ProcessEnv): Options {
  const { text, positionals } = parsed(args, { texts: ['host', 'port', 'state'], flags: [] })
  if (positionals.length > 0) throw misuse(`There is no command ${positionals.join(' ')}.`)
  const port = text('port')
  return {
    state: text('state'),
    host: hostOf(text('host')),
    port: port === undefined ? portBase(env) : wholeNumber('--port', port, [0, highestBase]),
  }
}
