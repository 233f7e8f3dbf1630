import { createExchange } from '@custody-wallet/encryption/internal'
import { createMisuse, quoteForShell } from '@custody-wallet/server/cli'

import { parseCall } from '../calls.ts'
import type { Run } from '../commands.ts'
import { createLocalParty } from '../party.ts'
import { runWithUsageErrors, readSettings } from '../settings.ts'

/** Seals a call, and prints it as HTTP carries it. Nothing is sent. */
export const run: Run<'seal'> = async (line, screen) => {
  const {
    operation: { id, name },
    parameters,
  } = parseCall(line.positionals)
  if (line.has('curl') && line.has('json'))
    throw createMisuse('--curl and --json exclude each other: give one.')
  if (id === 'getToken') throw createMisuse(`${name} is not sealed: its credential is a header.`)
  const [{ party }, { urls }] = [await createLocalParty(line, screen), await readSettings(line, screen)]
  const exchange = await runWithUsageErrors(() => createExchange(party, urls))({ operation: id, parameters })
  const { method, url, headers, body } = exchange
  if (line.has('json')) screen.value({ method, url, headers, ...(body !== undefined && { body }) })
  else screen.print(formatCurl(url, { headers, body }))
}

/** The request as a command of a shell. */
function formatCurl(
  url: string,
  {
    headers,
    body,
  }: { readonly headers: Readonly<Record<string, string>>; readonly body: string | undefined },
): string {
  const lines = [
    `curl ${quoteForShell(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoteForShell(`${name}: ${value}`)}`),
    // The bytes that an exchange sends, so without other escapes in the JSON.
    ...(body === undefined ? [] : [`--data-raw ${quoteForShell(body)}`]),
  ]
  return lines.join(' \\\n  ')
}
