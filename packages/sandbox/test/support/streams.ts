// Streams of the console, as the script of a page reads them.
import { onTestFinished } from 'vitest'

import type { Visit } from './console.ts'

/** Contents of a stream, one after the other. */
export async function* streamContents({ get }: Pick<Visit, 'get'>, address: string): AsyncGenerator<string> {
  const { body } = await get(address)
  if (!body) throw new Error('The stream has no body.')
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  onTestFinished(() => reader.cancel())
  for (let text = ''; ;) {
    const { value, done } = await reader.read()
    if (done) return
    text += value
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const [, json] = /^data: (.*)$/s.exec(text.slice(0, end)) ?? []
      text = text.slice(end + 2)
      if (json !== undefined) yield JSON.parse(json)
    }
  }
}

/** The first content of a stream. */
export async function readNextContent(visit: Pick<Visit, 'get'>, address: string): Promise<string> {
  const { value } = await streamContents(visit, address).next()
  return value ?? ''
}
