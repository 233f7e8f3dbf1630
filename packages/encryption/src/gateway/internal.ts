/**
 * What our servers share with the gateway. Do not import it elsewhere: any release may change it.
 *
 * @module
 */
export { writeResponseText, HttpRejection } from './responses.ts'
export { createResponder } from './gateway.ts'
export { type BodyReader, createBodyReader } from './requests.ts'
export { TextResponse } from './text-response.ts'
