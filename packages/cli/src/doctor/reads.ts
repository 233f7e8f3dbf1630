// One call of each kind, and what its failure means.
import { createCustody, type Custody, type CustodyError, isCustodyError } from '@custody-wallet/client'
import { type Environment, readSettingsFromEnv } from '@custody-wallet/client/env'
import type { RejectionReason, RejectionReport, UnknownKey } from '@custody-wallet/encryption'

import type { Cause } from './causes.ts'
import { experiments } from './experiments.ts'
import { describeUnknownId } from './key-ids.ts'
import {
  type Check,
  createOk,
  createProblem,
  type Rejection,
  type StageResult,
  type World,
} from './stages.ts'

/** How a read ended. */
type Outcome =
  | { readonly kind: 'answered' }
  /** The service did not accept the request. All reasons have one answer. */
  | { readonly kind: 'rejected' }
  /** The service accepted the request, but its answer could not be opened. */
  | {
      readonly kind: 'unopened'
      readonly reason: RejectionReason | undefined
      readonly unknownKey: UnknownKey | undefined
    }
  | { readonly kind: 'failed'; readonly message: string; readonly cause?: Cause | undefined }

type Read = (custody: Custody) => Promise<unknown>

const readNetworks: Read = ({ networks }) => networks.list()
const readAvailable: Read = ({ addresses }) => addresses.available({ symbol: 'BTC' })

/** Whether the service accepts a read, and its response can be opened. */
export const checkReads: Check = (world) => judgeRead('networks.list', readNetworks, world)

/** The same for the other family, whose responses are sealed and signed under every profile. */
export const checkV1: Check = (world) => judgeRead('addresses.available', readAvailable, world)

async function judgeRead(name: string, read: Read, world: World): Promise<readonly StageResult[]> {
  const before = await world.lastRejection()
  const outcome = await runRead(read, world, world.variables.env)
  if (outcome.kind === 'answered') return [createOk(`${name} is answered, and the response is genuine`)]
  if (outcome.kind === 'failed') return [createProblem(outcome.message, outcome.cause ?? 'service-failed')]
  const saw =
    outcome.kind === 'rejected'
      ? `the service rejects ${name}, and does not say why`
      : `the service accepts ${name}, but its response does not open (${outcome.reason ?? 'unknown'})`
  // What the sandbox logged is about this message: ask before others are sent.
  const last = outcome.kind === 'rejected' ? await world.lastRejection() : undefined
  // Without a new entry, another service rejected it.
  const rejection = last?.id === before?.id ? undefined : last
  const working = await findWorkingChange(read, world)
  if (working !== undefined) return [createProblem(`${saw}; with another setting it works`, working)]
  return [explainRejection(saw, outcome, rejection, world.variables.env)]
}

type UnprovedOutcome = Extract<Outcome, { readonly kind: 'rejected' | 'unopened' }>

function explainRejection(
  saw: string,
  outcome: UnprovedOutcome,
  rejection: Rejection | undefined,
  env: Environment,
): StageResult {
  if (outcome.kind === 'unopened')
    return outcome.unknownKey
      ? describeUnknownId(saw, 'answer', outcome.unknownKey, env)
      : createProblem(saw, ...listUnopenedCauses(outcome.reason, env['CUSTODY_PROFILE']))
  if (rejection === undefined) return createProblem(saw, ...rejectionCauses)
  const logNote = `${saw}; the log of the sandbox says: ${rejection.reason}`
  return rejection.unknownKey
    ? describeUnknownId(logNote, 'request', rejection.unknownKey, env)
    : createProblem(logNote, ...listCauses(rejection.reason))
}

// All of these have the same response, on purpose: it must not help to forge messages.
const rejectionCauses: readonly Cause[] = [
  'app-id-unknown',
  'own-key-unknown',
  'peer-key-wrong',
  'key-id-unknown',
  'profile-wrong',
  'party-wrong',
]

const causesByReason: Readonly<Record<string, readonly Cause[]>> = {
  context: ['party-wrong'],
  encoding: ['profile-wrong'],
  blocks: ['profile-wrong'],
  framing: ['profile-wrong'],
  header: ['profile-wrong'],
  key: ['peer-key-wrong'],
  merchant: ['app-id-unknown'],
  signature: ['own-key-unknown'],
  unwrap: ['peer-key-wrong'],
}

const listCauses = (reason: string): readonly Cause[] => causesByReason[reason] ?? rejectionCauses

function listUnopenedCauses(
  reason: RejectionReason | undefined,
  profile: string | undefined,
): readonly Cause[] {
  if (reason === 'context') return ['party-wrong']
  if (reason !== 'signature') return ['own-key-unknown', 'peer-key-wrong']
  // Under classic, a wrong own key decrypts to another text, which the signature does not fit.
  return profile === 'classic' ? ['peer-key-wrong', 'own-key-unknown'] : ['peer-key-wrong']
}

/** The first change of the settings with which the read works. Reads change nothing, so they may be tried. */
async function findWorkingChange(read: Read, world: World): Promise<Cause | undefined> {
  for (const [cause, change] of experiments) {
    const env = change(world.variables.env)
    if (env === undefined) continue
    const { kind } = await runRead(read, world, env)
    if (kind === 'answered') return cause
  }
  return undefined
}

async function runRead(
  read: Read,
  { variables, fetch, clock, timeout }: World,
  env: Environment,
): Promise<Outcome> {
  let report: RejectionReport | undefined
  const onRejected = (rejectionReport: RejectionReport): void => {
    report = rejectionReport
  }
  try {
    const { directory, profileSettings } = variables
    const settings = readSettingsFromEnv(env, { directory, settings: profileSettings })
    await read(createCustody({ ...settings, fetch, clock, timeout, onRejected }))
    return { kind: 'answered' }
  } catch (error) {
    if (isCustodyError(error)) return describeFailure(error, report)
    // Settings that the client does not take.
    if (error instanceof TypeError) return { kind: 'failed', message: error.message }
    throw error
  }
}

function describeFailure(error: CustodyError, report: RejectionReport | undefined): Outcome {
  if (isCustodyError(error, 'ANSWER_UNPROVED'))
    return { kind: 'unopened', reason: report?.reason, unknownKey: report?.unknownKey }
  const isService = isCustodyError(error, 'SERVICE_FAILED')
  // A failure that the service signed proves all keys.
  if (isService && error.assurance !== 'transport') return { kind: 'answered' }
  const code = isService
    ? error.context.serviceCode
    : isCustodyError(error, 'FAILURE_UNPROVED')
      ? error.context.unprovedCode
      : undefined
  return refusalCodes.has(code ?? '')
    ? { kind: 'rejected' }
    : { kind: 'failed', message: error.message.replace(forPrograms, ''), cause: callCauses[code ?? ''] }
}

// Both profiles share them; the gateway responds with them where it knows no profile.
const refusalCodes: ReadonlySet<string> = new Set(['100005', '100008'])

const forPrograms = / Handle context\..*$/

// The codes of public documents.
const callCauses: Readonly<Record<string, Cause>> = {
  100003: 'app-id-unknown',
  100007: 'caller-not-allowed',
  100015: 'app-id-unknown',
}

const tokenCauses: Readonly<Record<string, Cause>> = {
  1002: 'api-key-wrong',
  1003: 'caller-not-allowed',
  1008: 'api-key-wrong',
  1010: 'api-key-wrong',
  1011: 'api-key-wrong',
}

/** Whether the service gives an access token for the Api-Key. */
export const checkToken: Check = async ({ variables, fetch, clock, timeout }) => {
  const { env, directory, profileSettings } = variables
  try {
    const settings = readSettingsFromEnv(env, { directory, settings: profileSettings })
    const { expired_time: end } = await createCustody({ ...settings, fetch, clock, timeout }).token.get()
    return [createOk(`granted until ${new Date(end).toISOString()}`)]
  } catch (error) {
    // Settings that the client does not take.
    if (error instanceof TypeError) return [createProblem(error.message, 'setting-wrong')]
    if (!isCustodyError(error)) throw error
    const code = isCustodyError(error, 'SERVICE_FAILED') ? error.context.serviceCode : ''
    return [createProblem(error.message.replace(forPrograms, ''), tokenCauses[code] ?? 'service-failed')]
  }
}
