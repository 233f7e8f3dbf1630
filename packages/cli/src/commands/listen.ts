import { createMisuse, readPortBase, parseInteger } from '@custody-wallet/demo/cli'
import { createNodeListener } from '@custody-wallet/encryption/gateway'

import type { Line, Run } from '../commands.ts'
import { createControl } from '../control.ts'
import { register } from '../listen/register.ts'
import { createMessageHandler } from '../listen/response.ts'
import { startServer } from '../listen/serve.ts'
import { createMessagePrinter } from '../listen/show.ts'
import { createLocalParty } from '../party.ts'
import { parseAddress } from '../settings.ts'

/** Receives notifications until Ctrl-C. */
export const run: Run<'listen'> = async (line, screen) => {
  if (line.positionals.length > 0)
    throw createMisuse(`custody listen accepts only options. Remove ${line.positionals.join(' ')}.`)
  const forwardTo = readForwardAddress(line)
  const local = await createLocalParty(line, screen)
  const { appId } = local.party.profile
  const control = line.text('demo') === undefined ? undefined : createControl(line.text('control'), screen.env)
  // Reading it installs the signal handlers, so before the announcement: Ctrl-C may follow at once.
  const { stopped } = screen
  const show = createMessagePrinter(screen, line.has('json'))
  const listener = createNodeListener(createMessageHandler({ local, forwardTo, show }))
  const server = await startServer(listener, readPort(line, screen.env))
  try {
    const registration = control && (await register({ appId, url: server.url, control }, screen))
    screen.warn(formatAnnouncement({ url: server.url, appId, forwardTo }))
    await stopped
    await registration?.remove()
  } finally {
    await server.close()
  }
}

interface AnnouncementOptions {
  readonly url: string
  readonly appId: string
  readonly forwardTo: string | undefined
}

const formatAnnouncement = ({ url, appId, forwardTo }: AnnouncementOptions): string =>
  [
    `Listening on ${url} for ${appId}.`,
    forwardTo === undefined ? 'Responding with success.' : `Forwarding to ${forwardTo}.`,
    'Press Ctrl-C to stop.',
  ].join(' ')

function readForwardAddress(line: Line<'listen'>): string | undefined {
  const url = line.text('forward-to')
  return url === undefined ? undefined : parseAddress('--forward-to', url, 'http://127.0.0.1:3000')
}

const readPort = (line: Line<'listen'>, env: NodeJS.ProcessEnv): number => {
  const port = line.text('port')
  return port === undefined ? readPortBase(env) + 30 : parseInteger('--port', port, [0, 65_535])
}
