// Answers, from plain to sealed.
import type { Answers } from '@custody-wallet/types'
import { answers as predicates } from '@custody-wallet/types/validate'

import { encodeUtf8 } from '../bytes/encodings.ts'
import { quoted, writeJson } from '../json/writer.ts'
import { answerLimits } from '../limits.ts'
import type { Binding } from '../party.ts'
import type { Profile, SealedId } from '../profile/profile.ts'
import type { SuiteOptions } from '../suite.ts'
import { answerContext, type AnswerOptions, isMembers, type Members } from './answer-context.ts'
import { factsOf, ownMembers } from './members.ts'

/** Seals a plain answer for the party that asked; the text is the body that goes out. */
export async function sealResponse<Id extends SealedId>(
  profile: Profile,
  binding: Binding<Id>,
  answer: Answers[Id],
  options: AnswerOptions,
): Promise<string> {
  const own = ownMembers(answer)
  if (!predicates[binding.operation](own))
    throw new TypeError(`The handler of ${binding.operation} gave an answer that does not fit the contract.`)
  const suiteOptions = { ...options, limits: answerLimits }
  const body = await sealedBody(profile, binding, own, suiteOptions)
  if (Buffer.byteLength(body) > answerLimits.body)
    throw new TypeError(
      `The handler of ${binding.operation} gave an answer that is too long for one message.`,
    )
  return body
}

async function sealedBody(
  profile: Profile,
  binding: Binding,
  answer: unknown,
  suiteOptions: SuiteOptions,
): Promise<string> {
  const { family } = factsOf(binding.operation)
  if (family === 'v1') return sealEnvelope(profile, binding, answer, suiteOptions)
  if (profile.answers === 'plain') return writeJson(answer)
  const sealed = encodeUtf8(writeJson(family === 'mpc' ? wrapped(answer) : answer))
  const data = await profile.suite.query.seal(
    sealed,
    answerContext(profile.party.peer, profile, binding),
    suiteOptions,
  )
  return `{"data":${quoted(data)}}`
}

// Sealed MPC answers carry the envelope that their plain form does without.
const wrapped = (answer: unknown): unknown =>
  isFailure(answer) ? answer : { code: '0', msg: 'success', data: answer }

const isFailure = (answer: unknown): answer is Members => isMembers(answer) && 'code' in answer

async function sealEnvelope(
  profile: Profile,
  binding: Binding,
  answer: unknown,
  options: SuiteOptions,
): Promise<string> {
  const { code, msg, data } = isMembers(answer) ? answer : {}
  const blank = data === undefined && profile.blankAnswer === 'accept'
  if (blank) return JSON.stringify({ code, msg, data: '', sign: '' })
  const numbers = new Set<string>(factsOf(binding.operation).answer.wireNumbers)
  const plaintext = encodeUtf8(writeJson(data ?? {}, numbers))
  const outcome = { code: String(code), msg: String(msg) }
  const context = answerContext(profile.party.peer, profile, binding, outcome)
  const [sealed, sign] = await Promise.all([
    profile.suite.envelope.seal(plaintext, options),
    profile.suite.envelope.sign(plaintext, context, options),
  ])
  return `{"code":${outcome.code},"msg":${JSON.stringify(outcome.msg)},"data":${quoted(sealed)},"sign":${quoted(sign)}}`
}
