import { Failure, createMisuse } from '@custody-wallet/demo/cli'

import type { Run } from '../commands.ts'
import { createControl } from '../control.ts'
import { readField } from '../json-values.ts'

/** Prints a new link to the console of a running sandbox. */
export const run: Run<'console'> = async (line, screen) => {
  if (line.positionals.length > 0)
    throw createMisuse(`custody console accepts no arguments. Remove ${line.positionals.join(' ')}.`)
  const control = createControl(line.text('control'), screen.env)
  const url = buildLink(control.url, await control.call('/tickets/create', {}))
  if (line.has('json')) screen.value({ url })
  else screen.print(`${url}\nOpen this link in a browser. It works once, within 60 seconds.`)
}

// The sandbox may have another address here, for example if it runs in a container.
function buildLink(control: string, response: unknown): string {
  const url = readField(response, 'url')
  if (typeof url !== 'string' || !URL.canParse(url))
    throw new Failure(`${control} returned no link. Check that it is the control port of a sandbox.`)
  const { pathname, search } = new URL(url)
  if (pathname !== '/console/enter')
    throw new Failure(
      `${control} returned ${url}, which is no link to a console. Check that it is the control port of a sandbox.`,
    )
  return control + pathname + search
}
