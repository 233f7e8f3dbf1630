import {
  highestPortBase,
  checkHost,
  createMisuse,
  parseArguments,
  readPortBase,
  parseInteger,
} from '@custody-wallet/demo/cli'

import ports from '../docs/ports.json' with { type: 'json' }

export interface Options {
  readonly host: string
  /** Port of the site; the mocks and the sandbox use higher ports. */
  readonly port: number
  /** Folder of the demo keys; the state folder of this user unless given. */
  readonly state: string | undefined
}

const getOffset = (name: keyof typeof ports): number => ports[name] - ports.docs

export const help = `Starts the docs, both mocks and the sandbox.

  npm start
  node tools/serve/main.ts [--host HOST] [--port PORT] [--state DIR]

  --host HOST   address to listen on (default 127.0.0.1, which only this machine can reach)
  --port PORT   port of the docs (default CUSTODY_PORT_BASE, or ${ports.docs}); the mocks use the ports
                ${getOffset('plain')} and ${getOffset('wire')} above it, the sandbox those from ${getOffset('sandbox')} above it; 0 uses free ports
  --state DIR   folder of the demo keys (default: the state folder of this user)
  --help        print this help
  --version     print the version`

/** Parses the command line and the environment. */
export function parseOptions(args: readonly string[], env: NodeJS.ProcessEnv): Options {
  const { text, positionals } = parseArguments(args, { texts: ['host', 'port', 'state'], flags: [] })
  if (positionals.length > 0) throw createMisuse(`There is no command ${positionals.join(' ')}.`)
  const port = text('port')
  return {
    state: text('state'),
    host: checkHost(text('host')),
    port: port === undefined ? readPortBase(env) : parseInteger('--port', port, [0, highestPortBase]),
  }
}
