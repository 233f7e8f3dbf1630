import type { MockOperation } from '../description/operations.ts'

/** Header with the credential of the token call, on both sides. */
export const credentialHeader = 'Api-Key'

/** The failure of a token call without a credential. The code is from public documents. */
export function credentialRefusal(
  { family }: Pick<MockOperation, 'family'>,
  headers: Headers,
): Response | undefined {
  if (family !== 'token' || headers.get(credentialHeader)) return undefined
  return Response.json({ code: 1002, msg: `${credentialHeader} required` })
}
