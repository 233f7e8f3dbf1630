// Each form of the console makes one control call, then shows its page again.
import { runCall } from '../control/calls.ts'
import type { Control } from '../control/control.ts'
import { toControlProblem } from '../control/mistakes.ts'
import type { ControlId } from '../generated/calls.ts'
import type { Notice, Session } from './access.ts'
import { formatControlCurl } from './commands.ts'
import { getCallDescription, isControlId, parseParameters, selectChanges } from './forms.ts'
import { describeResult } from './results.ts'
import { formatAcceptedCurl, formatUnsentCurl, keepInput } from './shown.ts'

const maxBytes = { enter: 4096, form: 2 ** 20, snapshot: 2 ** 30 } as const

export interface PostedForm {
  readonly text: (name: string) => string
  readonly file: (name: string) => Promise<Uint8Array>
  readonly texts: Readonly<Record<string, string>>
}

const isWithinLength = ({ headers }: Request, maxLength: number): boolean =>
  Number(headers.get('content-length') ?? Number.NaN) <= maxLength

/** Reads the form that signs in. */
export async function readSignIn(request: Request): Promise<{ readonly token: string; readonly back: string }> {
  if (!isWithinLength(request, maxBytes.enter)) return { token: '', back: '' }
  const { text } = await readFields(request)
  return { token: text('token').trim(), back: text('back') }
}

type FormFields = Pick<PostedForm, 'text' | 'texts'>

/**
 * Reads a form without files. For duplicate names, the first value counts. `formData()` and `URLSearchParams` take
 * quadratic time for many fields.
 */
async function readFields(request: Request): Promise<FormFields> {
  const texts = new Map<string, string>()
  for (const field of (await request.text()).split('&')) {
    const [first = '', ...rest] = field.split('=')
    const name = decodeField(first)
    if (!texts.has(name)) texts.set(name, decodeField(rest.join('=')))
  }
  return { text: (name) => texts.get(name) ?? '', texts: Object.fromEntries(texts) }
}

/** Returns text with an invalid encoding unchanged. */
function decodeField(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** Reads a form. Without the token of the session, returns the response that rejects it. */
export async function readForm(request: Request, { formToken }: Session): Promise<PostedForm | Response> {
  const isUpload = new URL(request.url).pathname === '/console/restore'
  if (!isWithinLength(request, isUpload ? maxBytes.snapshot : maxBytes.form))
    return new Response('The form is too large. The limit is 1 MB, or 1 GB for a snapshot.\n', {
      status: 413,
    })
  const submission = isUpload ? await readUpload(request) : { ...(await readFields(request)), file: readNoFile }
  if (submission.text('form') !== formToken)
    return new Response('This form belongs to an earlier session. Reload its page, then send it again.\n', {
      status: 403,
    })
  return submission
}

const readNoFile: PostedForm['file'] = async () => new Uint8Array()

async function readUpload(request: Request): Promise<PostedForm> {
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

/** Returns the path of a page of the console; that of the overview instead of any other address. */
export function findPath(target: string): string {
  const baseUrl = 'http://console'
  const { origin, pathname, search } = new URL(URL.canParse(target, baseUrl) ? target : '/', baseUrl)
  const isOwn = origin === baseUrl && pathname.startsWith('/console/')
  return isOwn ? pathname + search : '/console/'
}

export interface FormContext {
  readonly control: Control
  readonly readOnly: boolean
  readonly origin: string
  /** Changes when all data is replaced. */
  readonly dataRevision: () => number
  readonly onError: (error: unknown) => unknown
}

const staleDataReason =
  'the data was replaced after this page loaded, so its ids may belong to other records. Check the page, then send the form again.'

/** Makes the control call of a form. */
export async function runPostedCall(submission: PostedForm, context: FormContext): Promise<Notice | undefined> {
  const id = submission.text('call')
  // Snapshots have forms of their own, with a file.
  if (!isControlId(id) || id === 'snapshot' || id === 'restore') return undefined
  const texts = readParameterTexts(id, submission)
  const { parameters, mistakes } = parseParameters(id, texts)
  const isStale = submission.text('rows') !== String(context.dataRevision())
  const reasons = isStale ? [staleDataReason] : mistakes.map(({ text }) => text)
  const notice = reasons.length === 0 ? await runFormCall(id, parameters, context) : createUnsentNotice(reasons)
  const formatCurl = notice.tone === 'stop' ? formatUnsentCurl : formatAcceptedCurl
  return {
    ...notice,
    curl: formatCurl(context.origin, id, texts),
    sender: submission.text('sender').slice(0, maxSenderLength),
    ...(notice.tone !== 'good' && { form: keepInput(id, texts, mistakes) }),
  }
}

const maxSenderLength = 200

const createUnsentNotice = (reasons: readonly string[]): Notice => ({
  title: `Not sent: ${reasons.join(' ')}`,
  tone: 'stop',
  response: '',
  curl: '',
})

/** Formats the curl command of a form as it is filled in now. */
export function formatPostedCurl(submission: PostedForm, { origin }: Pick<FormContext, 'origin'>): Response {
  const id = submission.text('call')
  if (!isControlId(id)) return new Response('', { status: 404 })
  return new Response(formatUnsentCurl(origin, id, readParameterTexts(id, submission)))
}

/** Reads the parameters of a call, without those that still have the value which the form started with. */
const readParameterTexts = (id: ControlId, { texts }: PostedForm): Readonly<Record<string, string>> =>
  selectChanges(id, readTexts(texts, 'p.'), readTexts(texts, 'was.'))

const readTexts = (texts: Readonly<Record<string, string>>, prefix: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), text.replaceAll('\r\n', '\n')]] : [],
    ),
  )

export async function restorePostedSnapshot(submission: PostedForm, context: FormContext): Promise<Notice> {
  const notice = await runFormCall('restore', await submission.file('snapshot'), context)
  return { ...notice, curl: formatControlCurl(context.origin, 'restore', {}) }
}

async function runFormCall(id: ControlId, parameters: unknown, context: FormContext): Promise<Notice> {
  try {
    const response = await runCall(context.control, id, parameters)
    return { ...describeResult(id, parameters, response), response: formatResponse(response), curl: '' }
  } catch (error) {
    const { summary } = getCallDescription(id)
    return { title: `${summary}: ${describeError(error, context)}`, tone: 'stop', response: '', curl: '' }
  }
}

function describeError(error: unknown, { onError }: FormContext): string {
  try {
    return toControlProblem(error).detail
  } catch {
    onError(error)
    return 'the sandbox failed. Check its terminal for the error.'
  }
}

const maxCharacters = 20_000

/** Formats a response. Long ones are cut, because the session keeps the text. */
function formatResponse(response: unknown): string {
  const text = response === undefined ? '' : (JSON.stringify(response, undefined, 2) ?? '')
  if (text.length <= maxCharacters) return text
  return `${text.slice(0, maxCharacters)}\n… Cut off: the response has ${text.length} characters. Run the command to get all of them.`
}
