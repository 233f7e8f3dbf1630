import { nodeListener } from '@custody-wallet/encryption/gateway'
import { misuse, portBase, wholeNumber } from '@custody-wallet/server/cli'

import type { Line, Run } from '../commands.ts'
import { messageAnswerer } from '../listen/answer.ts'
import { registered } from '../listen/register.ts'
import { served } from '../listen/serve.ts'
import { shownMessage } from '../listen/show.ts'
import { partyOf } from '../party.ts'

/** Receives notifications until Ctrl-C. */
export const run: Run<'listen'> = async (line, screen) => {
  if (line.positionals.length > 0)
    throw misuse(`listen takes no ${line.positionals.join(' ')}: see its options.`)
  const forwardTo = addressOf(line)
  const local = await partyOf(line, screen)
  // Read before anything is announced, because Ctrl-C may follow at once.
  const { stopped } = screen
  const show = shownMessage(screen, line.has('json'))
  const server = await served(
    nodeListener(messageAnswerer({ local, forwardTo, show })),
    portOf(line, screen.env),
  )
  const demo = line.text('demo') === undefined ? undefined : local.party.profile.appId
  const registration =
    demo === undefined
      ? undefined
      : await registered({ appId: demo, url: server.url, control: line.text('control') }, screen)
  try {
    screen.warn(
      [
        `Listening on ${server.url} for ${local.party.profile.appId}.`,
        forwardTo === undefined ? 'Each message is answered with success.' : `Forwarding to ${forwardTo}.`,
        'Press Ctrl-C to stop.',
      ].join(' '),
    )
    await stopped
  } finally {
    await registration?.remove()
    await server.close()
  }
}

function addressOf(line: Line<'listen'>): string | undefined {
  const url = line.text('forward-to')
  if (url === undefined) return undefined
  if (/^https?:\/\//.test(url) && URL.canParse(url)) return url.replace(/\/$/, '')
  throw misuse('--forward-to needs an address, such as http://127.0.0.1:3000.')
}

const portOf = (line: Line<'listen'>, env: NodeJS.ProcessEnv): number => {
  const port = line.text('port')
  return port === undefined ? portBase(env) + 30 : wholeNumber('--port', port, [0, 65_535])
}
