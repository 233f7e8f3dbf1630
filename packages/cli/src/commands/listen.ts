import { nodeListener } from '@custody-wallet/encryption/gateway'
import { misuse, portBase, wholeNumber } from '@custody-wallet/server/cli'

import type { Line, Run } from '../commands.ts'
import { controlOf } from '../control.ts'
import { messageAnswerer } from '../listen/answer.ts'
import { registered } from '../listen/register.ts'
import { served } from '../listen/serve.ts'
import { shownMessage } from '../listen/show.ts'
import { partyOf } from '../party.ts'
import { addressIn } from '../settings.ts'

/** Receives notifications until Ctrl-C. */
export const run: Run<'listen'> = async (line, screen) => {
  if (line.positionals.length > 0)
    throw misuse(`listen takes no ${line.positionals.join(' ')}: see its options.`)
  const forwardTo = addressOf(line)
  const local = await partyOf(line, screen)
  const { appId } = local.party.profile
  const control = line.text('demo') === undefined ? undefined : controlOf(line.text('control'), screen.env)
  // Read before anything is announced, because Ctrl-C may follow at once.
  const { stopped } = screen
  const show = shownMessage(screen, line.has('json'))
  const listener = nodeListener(messageAnswerer({ local, forwardTo, show }))
  const server = await served(listener, portOf(line, screen.env))
  try {
    const registration = control && (await registered({ appId, url: server.url, control }, screen))
    screen.warn(announcement({ url: server.url, appId, forwardTo }))
    await stopped
    await registration?.remove()
  } finally {
    await server.close()
  }
}

interface Announced {
  readonly url: string
  readonly appId: string
  readonly forwardTo: string | undefined
}

const announcement = ({ url, appId, forwardTo }: Announced): string =>
  [
    `Listening on ${url} for ${appId}.`,
    forwardTo === undefined ? 'Each message is answered with success.' : `Forwarding to ${forwardTo}.`,
    'Press Ctrl-C to stop.',
  ].join(' ')

function addressOf(line: Line<'listen'>): string | undefined {
  const url = line.text('forward-to')
  return url === undefined ? undefined : addressIn('--forward-to', url, 'http://127.0.0.1:3000')
}

const portOf = (line: Line<'listen'>, env: NodeJS.ProcessEnv): number => {
  const port = line.text('port')
  return port === undefined ? portBase(env) + 30 : wholeNumber('--port', port, [0, 65_535])
}
