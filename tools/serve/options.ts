import { parseArgs } from 'node:util'

export interface Options {
  readonly host: string
  /** Port of the site; the mocks use the ports 10 and 11 above it. */
  readonly port: number
  /** Folder of the demo keys; without it, the state folder of this user. */
  readonly state: string | undefined
  readonly help: boolean
}

/** An error for the user, with the exit code. */
export class Failure extends Error {
  readonly exitCode: number

  constructor(sentence: string, exitCode: number) {
    super(sentence)
    this.exitCode = exitCode
  }
}

export const help = `Serves the contract, the plain mock and the wire mock over HTTP.

  npm start
  node tools/serve/main.ts [--host HOST] [--port PORT] [--state DIR]

  --host HOST   address to listen on (default 127.0.0.1, which only this machine reaches)
  --port PORT   port of the contract (default CUSTODY_PORT_BASE, or 4000); the mocks take those 10 and 11 above it;
                0 takes any free ones
  --state DIR   keeps the demo keys there (default: the state folder of this user)
  --help        this text`

/** Reads the command line and the environment. */
export function optionsFrom(args: readonly string[], env: NodeJS.ProcessEnv): Options {
  const { host, port, state, help } = parsed(args)
  return {
    help,
    state: stateFrom(state),
    host: hostFrom(host),
    port: portFrom(port, env['CUSTODY_PORT_BASE']),
  }
}

const known = {
  host: { type: 'string', default: '127.0.0.1' },
  port: { type: 'string' },
  state: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: known }).values
  } catch (error) {
    // The rest of the message is for programmers.
    const [what = ''] = error instanceof Error ? error.message.split(/\.\s|\.?$/m) : []
    throw new Failure(`${what}. --help lists the options.`, 2)
  }
}

// node:http would treat an empty host as all addresses of the machine.
function hostFrom(host: string): string {
  if (host.trim() === '') throw new Failure('--host needs an address, such as 127.0.0.1.', 2)
  return host
}

function stateFrom(state: string | undefined): string | undefined {
  if (state === '') throw new Failure('--state needs a folder.', 2)
  return state
}

function portFrom(option: string | undefined, base = ''): number {
  if (option !== undefined) return port('--port', option, 0)
  return port('CUSTODY_PORT_BASE', base || '4000', 1)
}

// The last port is 11 above the first.
const highest = 65_524

function port(name: string, text: string, least: number): number {
  const number = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (number >= least && number <= highest) return number
  throw new Failure(`${name} is "${text}", but must be a whole number from ${least} to ${highest}.`, 2)
}
