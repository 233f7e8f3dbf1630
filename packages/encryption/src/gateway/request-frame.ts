import { decodeUtf8 } from '../bytes/utf8.ts'
import { readEnvelope, readQuery, type RequestFrame } from '../codec/frames.ts'
import { isEncryptionError, Rejection } from '../errors.ts'
import type { Settings } from './options.ts'
import { Refusal, tooLarge } from './refusals.ts'
import { hasHash, type SealedRoute } from './routes.ts'

/** Reads what a request carries: the query of a GET, the form of another v2 or MPC request, the envelope of v1. */
export async function readFrame(
  request: Request,
  route: SealedRoute,
  settings: Reading,
): Promise<RequestFrame> {
  const frame = await frameOf(request, route, settings)
  // A database that is asked for it may end the text at a zero, and find another merchant.
  if (frame.appId.includes('\0')) throw new Rejection('framing')
  return frame
}

type Reading = Pick<Settings, 'bodies' | 'limits'>

async function frameOf(request: Request, { family }: SealedRoute, settings: Reading): Promise<RequestFrame> {
  const { search } = new URL(request.url)
  if (search.length > settings.limits.request) throw tooLarge()
  if (hasHash(request.url) || isCoded(request.headers)) throw new Rejection('framing')
  if (request.method === 'GET') return readQuery(twoMembers(search.slice(1)))
  const body = await bodyWithin(request, settings)
  // A message stands in one place. What a query adds to a body would be nobody's.
  if (search !== '') throw new Rejection('framing')
  return family === 'v1' ? readEnvelope(body) : readForm(request, body)
}

// HTTP decodes chunks and nothing else. What stands in front may decode more, and would see another message.
const isCoded = (headers: Headers): boolean =>
  (headers.get('content-encoding') ?? 'identity').toLowerCase() !== 'identity' ||
  (headers.get('transfer-encoding') ?? 'chunked').toLowerCase() !== 'chunked'

// A body that announces too much is not read at all, any other no further than the limit.
async function bodyWithin(
  request: Request,
  { bodies, limits: { request: most } }: Reading,
): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length')) > most) throw tooLarge()
  const body = await bodies(request, most).catch(interrupted)
  if (body.byteLength > most) throw tooLarge()
  return body
}

// A body that breaks off is a message that cannot be read, and no fault of this side.
function interrupted(error: unknown): never {
  throw isEncryptionError(error) || error instanceof Refusal ? error : new Rejection('framing')
}

function readForm({ headers }: Request, body: Uint8Array): RequestFrame {
  const type = headers.get('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) throw new Rejection('framing')
  return readQuery(twoMembers(decodeUtf8(body)))
}

// Counted before they are taken apart: a quarter of a megabyte of separators is quick to count and slow to parse.
function twoMembers(text: string): URLSearchParams {
  // `URLSearchParams` takes a question mark away, and the text would be another's who reads it strictly.
  if (text.startsWith('?') || text.split('&', 3).length !== 2) throw new Rejection('framing')
  if (!isDecodable(text)) throw new Rejection('framing')
  return new URLSearchParams(text)
}

// `URLSearchParams` repairs what is encoded wrongly, so that another merchant would be looked up than the one that the
// text has.
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
