import { createExchange } from '@custody-wallet/encryption/internal'
import { misuse, shellQuoted } from '@custody-wallet/server/cli'

import { callIn } from '../calls.ts'
import type { Run } from '../commands.ts'
import { partyOf } from '../party.ts'
import { accepted, settingsOf } from '../settings.ts'

/** Seals a call, and prints it as HTTP carries it. Nothing is sent. */
export const run: Run<'seal'> = async (line, screen) => {
  const {
    operation: { id, name },
    parameters,
  } = callIn(line.positionals)
  if (line.has('curl') && line.has('json')) throw misuse('--curl and --json exclude each other: give one.')
  if (id === 'getToken') throw misuse(`${name} is not sealed: its credential is a header.`)
  const [{ party }, { urls }] = [await partyOf(line, screen), await settingsOf(line, screen)]
  const exchange = await accepted(() => createExchange(party, urls))({ operation: id, parameters })
  const { method, url, headers, body } = exchange
  if (line.has('json')) screen.value({ method, url, headers, ...(body !== undefined && { body }) })
  else screen.print(curlOf(url, { headers, body }))
}

/** The request as a command of a shell. */
function curlOf(
  url: string,
  {
    headers,
    body,
  }: { readonly headers: Readonly<Record<string, string>>; readonly body: string | undefined },
): string {
  const lines = [
    `curl ${shellQuoted(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`),
    // The bytes that an exchange sends, so without other escapes in the JSON.
    ...(body === undefined ? [] : [`--data-raw ${shellQuoted(body)}`]),
  ]
  return lines.join(' \\\n  ')
}
