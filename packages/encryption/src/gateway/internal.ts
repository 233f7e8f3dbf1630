/**
 * For our own servers only. Any release may change it.
 *
 * @module
 */
export { writeResponseText, HttpRejection } from './responses.ts'
export { createResponder } from './gateway.ts'
export { createResponderListener } from './node.ts'
export { type BodyReader, createBodyReader } from './requests.ts'
export { TextResponse, toResponse } from './text-response.ts'
