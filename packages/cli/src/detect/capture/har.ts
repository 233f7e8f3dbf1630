import { type JsonRecord, readField } from '../../json-values.ts'
import { parseJson, findMessagesInValue } from './json.ts'
import { type Message, findPath, type MessageLocation } from './message.ts'
import { findMessageInQuery } from './query.ts'

/** Finds requests and responses in a HAR file, which browsers and proxies save; empty for other JSON. */
export function findMessagesInHar(value: unknown): readonly Message[] {
  const entries = readField(readField(value, 'log'), 'entries')
  if (!Array.isArray(entries)) return []
  return entries.flatMap((entry: unknown, at) => [
    ...readRequest(readField(entry, 'request'), `entry ${at + 1}, request`),
    ...readResponse(entry, `entry ${at + 1}, response`),
  ])
}

const readString = (value: unknown, name: string): string => {
  const text = readField(value, name)
  return typeof text === 'string' ? text : ''
}

function readRequest(request: unknown, where: string): readonly Message[] {
  const url = readString(request, 'url')
  const location: MessageLocation = { where, direction: 'request', ...findPath(url) }
  const body = readField(request, 'postData')
  const inBody = findMessages(readString(body, 'text'), location)
  if (inBody.length > 0) return inBody
  const inParams = findMessagesInValue(readParams(readField(body, 'params')), location)
  return inParams.length > 0 ? inParams : findMessageInQuery(url, location).filter(hasText)
}

function readResponse(entry: unknown, where: string): readonly Message[] {
  const content = readField(readField(entry, 'response'), 'content')
  const text = readString(content, 'text')
  const body = readString(content, 'encoding') === 'base64' ? Buffer.from(text, 'base64').toString('utf8') : text
  return findMessages(body, {
    where,
    direction: 'response',
    ...findPath(readString(readField(entry, 'request'), 'url')),
  })
}

const findMessages = (text: string, location: MessageLocation): readonly Message[] => {
  const messages = findMessagesInValue(parseJson(text), location)
  return messages.length > 0 ? messages : findMessageInQuery(text, location).filter(hasText)
}

const hasText = ({ data, sign }: Message): boolean => data !== undefined || sign !== undefined

const readParams = (params: unknown): JsonRecord =>
  Object.fromEntries(
    (Array.isArray(params) ? params : []).map((each) => [readString(each, 'name'), readString(each, 'value')]),
  )
