// Invalid responses.
const createJson = (value: unknown, init?: ResponseInit): Response => Response.json(value, init)
const createText = (body: string, type = 'text/html'): Response =>
  new Response(body, { headers: { 'content-type': type } })

/** A secret that a hostile or broken server may put anywhere. */
export const planted = 'planted-canary'
export const chinese = '余额不足'

/** A body that never ends. `pulled` counts the chunks that were read. */
export function createEndlessResponse(): { readonly response: Response; pulled: number } {
  const piece = new TextEncoder().encode(' '.repeat(64 * 1024))
  const source = { pulled: 0 }
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      source.pulled += 1
      controller.enqueue(piece)
    },
  })
  return Object.assign(source, { response: new Response(body) })
}

const account = { normal_balance: '1', lock_balance: '0', deposit_address: 'bc1q' }

/** Wrong responses to `getAccount` under modern, with the codes of their errors. */
export const wrongResponses: readonly (readonly [string, () => Response, string])[] = [
  ['HTML', () => createText(`<!doctype html>${planted}`), 'RESPONSE_UNREADABLE'],
  ['HTML with the type of JSON', () => createText(`\n <html>${planted}`, 'application/json'), 'RESPONSE_UNREADABLE'],
  ['an empty body', () => createText(''), 'RESPONSE_UNREADABLE'],
  ['no body at all', () => new Response(null), 'RESPONSE_UNREADABLE'],
  ['truncated JSON', () => createText(`{"code":"0","msg":"${planted}`), 'ENVELOPE_REJECTED'],
  ['bytes that are no UTF-8', () => new Response(new Uint8Array([123, 255])), 'ENVELOPE_REJECTED'],
  ['a list', () => createJson([planted]), 'RESPONSE_INVALID'],
  ['another envelope', () => createJson({ status: 'ok', result: planted }), 'RESPONSE_INVALID'],
  ['a success without content', () => createJson({ code: '0', msg: planted }), 'RESPONSE_INVALID'],
  ['a success of another type', () => createJson({ code: 0, msg: planted, data: account }), 'RESPONSE_INVALID'],
  [
    'a number for a balance',
    () => createJson({ code: '0', msg: '', data: { ...account, lock_balance: 1 } }),
    'RESPONSE_INVALID',
  ],
  ['a body over the limit', () => createEndlessResponse().response, 'BODY_TOO_LONG'],
  ['a redirect', () => new Response(null, { status: 302, headers: { location: `http://${planted}/` } }), 'REDIRECTED'],
  [
    'a response of another status',
    () => createJson({ code: '0', msg: planted, data: account }, { status: 201 }),
    'HTTP_STATUS',
  ],
  ['a rejection of HTTP', () => createJson({ code: '0', msg: planted }, { status: 403 }), 'HTTP_STATUS'],
  ['a code that is not 0, with status 200', () => createJson({ code: '110065', msg: planted }), 'SERVICE_FAILED'],
  ['an unknown code', () => createJson({ code: '987654', msg: planted }), 'SERVICE_FAILED'],
  ['an invalid code', () => createJson({ code: `x ${planted}`, msg: '' }), 'SERVICE_FAILED'],
  ['a text in Chinese', () => createJson({ code: '100011', msg: chinese }), 'SERVICE_FAILED'],
]
