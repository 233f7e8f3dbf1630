// What a port shows when you open its address in a browser.
import { TextResponse } from '@custody-wallet/server/core'
import { operations } from '@custody-wallet/types/operations'

import { firstUser } from '../seed.ts'

export type Ports = Readonly<Record<'plain' | 'wire' | 'control', string>>

const consolePath = '/console/'

const texts: Readonly<Record<'plain' | 'wire', (ports: Ports) => readonly [purpose: string, command: string]>> = {
  plain: ({ plain }) => [
    'This port of the custody sandbox accepts plain JSON from front ends. Try a call:',
    `curl '${plain}${operations.getAccount.path}?uid=${firstUser}&symbol=BTC'`,
  ],
  wire: ({ wire }) => [
    'This port of the custody sandbox accepts sealed messages from back ends. Try a call with the command line of @custody-wallet/cli:',
    `custody call addresses.available symbol=BTC --demo modern --url ${wire}`,
  ],
}

const createTextResponse = (
  text: string,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): TextResponse =>
  new TextResponse(text, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers },
  })

/** Describes a port and links to the console. */
export function createRootPage(port: keyof Ports, ports: Ports): TextResponse {
  if (port === 'control')
    return createTextResponse(`The console of the custody sandbox is at ${consolePath}\n`, 303, {
      location: consolePath,
    })
  const [purpose, command] = texts[port](ports)
  const consoleHint = `The console shows everything in a browser: ${ports.control}${consolePath}`
  return createTextResponse(`${purpose}\n\n  ${command}\n\n${consoleHint}\n`, 200)
}
