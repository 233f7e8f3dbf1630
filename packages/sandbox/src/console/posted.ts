// What forms of the console do: each of them makes one control call, and shows the page again that it was on.
import { type ControlId, runCall } from '../control/calls.ts'
import type { Control } from '../control/control.ts'
import { mistakeOf } from '../control/mistakes.ts'
import type { Notice, Session } from './access.ts'
import { curlOf } from './commands.ts'
import { describedCall, isControlId, parametersOf } from './forms.ts'

const mostBytes = { enter: 4096, form: 2 ** 20, snapshot: 2 ** 30 } as const

/** A form as it was sent, by a page of this session. */
export interface Posted {
  readonly text: (name: string) => string
  readonly file: (name: string) => Promise<Uint8Array>
  readonly texts: Readonly<Record<string, string>>
}

const fits = ({ headers }: Request, most: number): boolean =>
  Number(headers.get('content-length') ?? Number.NaN) <= most

/** The token of the form that opens the console. */
export async function tokenOf(request: Request): Promise<string> {
  return fits(request, mostBytes.enter) ? (await fieldsOf(request)).text('token').trim() : ''
}

type Fields = Pick<Posted, 'text' | 'texts'>

/**
 * The fields of a form without files; the first one of a name counts. `formData()` and `URLSearchParams` need quadratic
 * time for many fields.
 */
async function fieldsOf(request: Request): Promise<Fields> {
  const texts = new Map<string, string>()
  for (const field of (await request.text()).split('&')) {
    const [first = '', ...rest] = field.split('=')
    const name = decoded(first)
    if (!texts.has(name)) texts.set(name, decoded(rest.join('=')))
  }
  return { text: (name) => texts.get(name) ?? '', texts: Object.fromEntries(texts) }
}

/** Text that is not encoded as browsers do stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** Reads a form. A form without the token of the session is a refusal. */
export async function readForm(request: Request, { formToken }: Session): Promise<Posted | Response> {
  const isUpload = new URL(request.url).pathname === '/console/restore'
  if (!fits(request, isUpload ? mostBytes.snapshot : mostBytes.form))
    return new Response('The form is too long.\n', { status: 413 })
  const posted = isUpload ? await uploadOf(request) : { ...(await fieldsOf(request)), file: noFile }
  if (posted.text('form') !== formToken)
    return new Response('The form is of an earlier session: reload its page, and send it again.\n', {
      status: 403,
    })
  return posted
}

const noFile: Posted['file'] = async () => new Uint8Array()

async function uploadOf(request: Request): Promise<Posted> {
  const form = await request.formData().catch(() => new FormData())
  const text = (name: string): string => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  return {
    text,
    texts: {},
    async file(name) {
      const value = form.get(name)
      return typeof value === 'string' || value === null ? new Uint8Array() : value.bytes()
    },
  }
}

/** Leads back to a page of the console, so that reloading it sends nothing again. */
export function back(posted: Posted): Response {
  const given = posted.text('back')
  const own = 'http://console'
  const { origin, pathname, search } = new URL(URL.canParse(given, own) ? given : '/', own)
  const isOwn = origin === own && pathname.startsWith('/console/')
  return new Response(null, {
    status: 303,
    headers: { location: isOwn ? pathname + search : '/console/' },
  })
}

export interface Caller {
  readonly control: Control
  readonly readOnly: boolean
  readonly origin: string
  /** Number of the present rows. */
  readonly rows: () => number
  readonly onError: (error: unknown) => unknown
}

const earlierRows =
  'the rows may have been replaced since the page was opened, so its ids may be those of other records. Look at the page again.'

/** Makes the control call of a form. */
export async function postedCall(posted: Posted, caller: Caller): Promise<Notice | undefined> {
  const id = posted.text('call')
  // A snapshot has a file of its own, not fields or a text.
  if (!isControlId(id) || id === 'snapshot' || id === 'restore') return undefined
  const texts = Object.entries(posted.texts).flatMap(([name, text]) =>
    name.startsWith('p.') ? [[name.slice(2), text.replaceAll('\r\n', '\n')]] : [],
  )
  const { parameters, mistakes } = parametersOf(id, Object.fromEntries(texts))
  const isOfEarlierRows = posted.text('rows') !== String(caller.rows())
  const reasons = isOfEarlierRows ? [earlierRows] : mistakes
  if (reasons.length === 0) return done(id, parameters, caller)
  const title = `Not sent: ${reasons.join(' ')}`
  return { title, tone: 'stop', answer: '', curl: curlOf(caller.origin, id, withoutKeys(parameters)) }
}

/** Restores the snapshot of a form. */
export const postedSnapshot = async (posted: Posted, caller: Caller): Promise<Notice> =>
  done('restore', await posted.file('snapshot'), caller)

async function done(id: ControlId, parameters: unknown, caller: Caller): Promise<Notice> {
  const { summary } = describedCall(id)
  const curl = curlOf(caller.origin, id, parameters)
  try {
    const answer = await runCall(caller.control, id, parameters)
    const hint = hintIn(answer)
    const notice = { answer: shown(answer), curl } as const
    return hint === undefined
      ? { title: `${summary}: done.`, tone: 'good', ...notice }
      : { title: `${summary}: ${hint}`, tone: 'wait', ...notice }
  } catch (error) {
    const failed = curlOf(caller.origin, id, withoutKeys(parameters))
    return { title: `${summary}: ${detailOf(error, caller)}`, tone: 'stop', answer: '', curl: failed }
  }
}

// A rejected key may be a private one, which no page shows.
const withoutKeys = (parameters: unknown): unknown =>
  typeof parameters === 'object' && parameters !== null && 'keys' in parameters
    ? { ...parameters, keys: {} }
    : parameters

/** Why a call that succeeded may not have done what was meant. */
const hintIn = (answer: unknown): string | undefined => {
  const { hint }: { readonly hint?: unknown } = Object(answer)
  return typeof hint === 'string' ? hint : undefined
}

function detailOf(error: unknown, { onError }: Caller): string {
  try {
    return mistakeOf(error).detail
  } catch {
    onError(error)
    return 'the sandbox failed. Its terminal shows the error.'
  }
}

const mostSigns = 20_000

/** An answer as text. A session keeps it, so it has only the beginning of a long one. */
function shown(answer: unknown): string {
  const text = answer === undefined ? '' : (JSON.stringify(answer, undefined, 2) ?? '')
  if (text.length <= mostSigns) return text
  return `${text.slice(0, mostSigns)}\n… The answer has ${text.length} characters: the command gets all of them.`
}
