/**
 * What our servers share with the gateway. Do not import it elsewhere: any release may change it.
 *
 * @module
 */
export { answerText, Refusal } from './answers.ts'
export { sealedAnswers } from './gateway.ts'
export { type BodyReader, bodyReader } from './requests.ts'
export { TextAnswer } from './text-answer.ts'
