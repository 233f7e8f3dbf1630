// Messages in a HAR file, as browsers and proxies save it.
import { isRecord, type JsonRecord } from '../../values.ts'
import { jsonOf, messagesInValue } from './json.ts'
import { type Message, pathIn, type Place } from './message.ts'
import { messageInQuery } from './query.ts'

/** Requests and answers of a HAR; empty if the value is not a HAR. */
export function messagesInHar(value: unknown): readonly Message[] {
  const entries = member(member(value, 'log'), 'entries')
  if (!Array.isArray(entries)) return []
  return entries.flatMap((entry: unknown, at) => [
    ...requestOf(member(entry, 'request'), `entry ${at + 1}, request`),
    ...answerOf(entry, `entry ${at + 1}, answer`),
  ])
}

const member = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined)
const textOf = (value: unknown, name: string): string => {
  const text = member(value, name)
  return typeof text === 'string' ? text : ''
}

function requestOf(request: unknown, where: string): readonly Message[] {
  const url = textOf(request, 'url')
  const place: Place = { where, direction: 'request', ...pathIn(url) }
  const body = member(request, 'postData')
  const inBody = inText(textOf(body, 'text'), place)
  if (inBody.length > 0) return inBody
  const inParams = messagesInValue(paramsOf(member(body, 'params')), place)
  return inParams.length > 0 ? inParams : messageInQuery(url, place).filter(hasText)
}

function answerOf(entry: unknown, where: string): readonly Message[] {
  const content = member(member(entry, 'response'), 'content')
  const text = textOf(content, 'text')
  const body = textOf(content, 'encoding') === 'base64' ? Buffer.from(text, 'base64').toString('utf8') : text
  return inText(body, { where, direction: 'answer', ...pathIn(textOf(member(entry, 'request'), 'url')) })
}

const inText = (text: string, place: Place): readonly Message[] => {
  const found = messagesInValue(jsonOf(text), place)
  return found.length > 0 ? found : messageInQuery(text, place).filter(hasText)
}

const hasText = ({ data, sign }: Message): boolean => data !== undefined || sign !== undefined

const paramsOf = (params: unknown): JsonRecord =>
  Object.fromEntries(
    (Array.isArray(params) ? params : []).map((each) => [textOf(each, 'name'), textOf(each, 'value')]),
  )
