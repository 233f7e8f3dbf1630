import type { RejectionReason } from '@custody-wallet/encryption'
import { isObject } from '@custody-wallet/types/validate'

/** Faults of responses without a verified signature. */
const unproven: Readonly<Record<RejectionReason, string>> = {
  blocks: 'data does not consist of RSA blocks of the key size',
  context: 'sign is for another message, or for another code or msg',
  encoding: 'data or sign is not canonical Base64',
  framing: 'the response is not an object with exactly code, msg, data and sign',
  header: 'the JOSE header of data or sign differs from the profile',
  json: 'the response is not JSON',
  key: 'the platform does not know the key id of data or sign',
  'key-service': "the platform's key service failed",
  limit: 'the response is longer than the profile allows',
  merchant: 'the response is for another app_id',
  signature: "sign does not fit the data; sign the MD5 of its plaintext with the merchant's signature key",
  unsealed: 'data or sign is empty',
  unwrap: "data cannot be decrypted; encrypt it with the platform's encryption key",
}

/** Faults of the response as a whole. */
export const faults = {
  lost: (cause: string) => `no response came: ${cause}`,
  status: (summary: string) => `the HTTP status is not 2xx: ${summary}`,
  unsigned: (summary: string) => `the response is an unsigned success: ${summary}`,
  code: (code: string) => `the response is a failure with code ${code}`,
  rejected: (reason: RejectionReason, summary: string) => `${unproven[reason]}: ${summary}`,
} as const

const expected = 'expected {"data":{"request_id":"..."}}'

/** Faults of the signed content. */
const signed = {
  text: () => 'the signed data is not a JSON object',
  content: () => 'the signed data is not empty; expected {}',
  missing: () => `the signed data has no request_id; ${expected}`,
  path: (path: string) => `the request_id of the signed data is at ${path}; ${expected}`,
  type: () => `the request_id of the signed data is not a string; ${expected}`,
  other: (found: string) => `the request_id is ${JSON.stringify(found)}, which is not that of the notification`,
} as const

/** Finds the fault of signed content. `requestId` is undefined for a message whose response has no content. */
export function findContentFault(plaintext: string, requestId: string | undefined): string | undefined {
  const content = parseJson(plaintext)
  if (!isObject(content)) return signed.text()
  if (requestId === undefined) return Object.keys(content).length > 0 ? signed.content() : undefined
  const [path, found] = findField('request_id', content) ?? []
  if (path === undefined) return signed.missing()
  if (path !== '/data/request_id') return signed.path(path)
  if (typeof found !== 'string') return signed.type()
  return found === requestId ? undefined : signed.other(found)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Finds the path and value of the first field with a name, outer fields first. */
function findField(name: string, value: object): readonly [path: string, found: unknown] | undefined {
  const fields: (readonly [path: string, found: unknown])[] = Object.entries(value).map(([key, each]) => [
    `/${key}`,
    each,
  ])
  for (const [path, each] of fields) {
    if (path.endsWith(`/${name}`)) return [path, each]
    if (typeof each === 'object' && each !== null)
      fields.push(...Object.entries(each).map(([key, inner]) => [`${path}/${key}`, inner] as const))
  }
  return undefined
}
