import { createCustody, type Custody, type CustodyError, isCustodyError } from '@custody-wallet/client'
import { type Environment, readSettingsFromEnv } from '@custody-wallet/client/env'
import type { RejectionReason, RejectionReport, UnknownKey } from '@custody-wallet/encryption'

import type { Cause } from './causes.ts'
import { experiments } from './experiments.ts'
import { describeUnknownId } from './key-ids.ts'
import { type Check, createOk, createProblem, type Rejection, type StageResult, type DoctorContext } from './stages.ts'

/** How a read ended. */
type Outcome =
  | { readonly kind: 'genuine' }
  /** The service rejected the request. It responds alike to all reasons. */
  | { readonly kind: 'rejected' }
  /** The service accepted the request, but its response does not open. */
  | {
      readonly kind: 'unopened'
      readonly reason: RejectionReason | undefined
      readonly unknownKey: UnknownKey | undefined
    }
  | { readonly kind: 'failed'; readonly message: string; readonly cause?: Cause | undefined }

type Read = (custody: Custody) => Promise<unknown>

const readNetworks: Read = ({ networks }) => networks.list()
const readAvailable: Read = ({ addresses }) => addresses.available({ symbol: 'BTC' })

/** Checks that the service accepts a read, and that its response opens. */
export const checkReads: Check = (context) => judgeRead('networks.list', readNetworks, context)

/** Checks a v1 read, whose response is encrypted and signed under every profile. */
export const checkV1: Check = (context) => judgeRead('addresses.available', readAvailable, context)

async function judgeRead(name: string, read: Read, context: DoctorContext): Promise<readonly StageResult[]> {
  const before = await context.lastRejection()
  const outcome = await runRead(read, context, context.variables.env)
  if (outcome.kind === 'genuine') return [createOk(`${name} works, and the response is genuine`)]
  if (outcome.kind === 'failed') return [createProblem(outcome.message, outcome.cause ?? 'service-failed')]
  const saw =
    outcome.kind === 'rejected'
      ? `the service rejects ${name} without a reason`
      : `the service accepts ${name}, but its response does not open (${outcome.reason ?? 'unknown'})`
  // Before the experiments, whose rejections would be newer.
  const last = outcome.kind === 'rejected' ? await context.lastRejection() : undefined
  // Without a new entry, it was not this sandbox that rejected the request.
  const rejection = last?.id === before?.id ? undefined : last
  const working = await findWorkingChange(read, context)
  if (working !== undefined) return [createProblem(`${saw}; it works with other settings`, working)]
  return [explainRejection(saw, outcome, rejection, context.variables.env)]
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
      ? describeUnknownId(saw, 'response', outcome.unknownKey, env)
      : createProblem(saw, ...listUnopenedCauses(outcome.reason, env['CUSTODY_PROFILE']))
  if (rejection === undefined) return createProblem(saw, ...rejectionCauses)
  const logNote = `${saw}; the log of the sandbox gives the reason: ${rejection.reason}`
  return rejection.unknownKey
    ? describeUnknownId(logNote, 'request', rejection.unknownKey, env)
    : createProblem(logNote, ...listCauses(rejection.reason))
}

// The service responds alike to all of these, so that the response does not help to forge messages.
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

function listUnopenedCauses(reason: RejectionReason | undefined, profile: string | undefined): readonly Cause[] {
  if (reason === 'context') return ['party-wrong']
  if (reason !== 'signature') return ['own-key-unknown', 'peer-key-wrong']
  // Under classic, a wrong own key can decrypt to other bytes, which then fail at the signature.
  return profile === 'classic' ? ['peer-key-wrong', 'own-key-unknown'] : ['peer-key-wrong']
}

/** Finds the first change of the settings with which the read works. */
async function findWorkingChange(read: Read, context: DoctorContext): Promise<Cause | undefined> {
  for (const [cause, change] of experiments) {
    const env = change(context.variables.env)
    if (env === undefined) continue
    const { kind } = await runRead(read, context, env)
    if (kind === 'genuine') return cause
  }
  return undefined
}

async function runRead(
  read: Read,
  { variables, fetch, clock, timeout }: DoctorContext,
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
    return { kind: 'genuine' }
  } catch (error) {
    if (isCustodyError(error)) return describeFailure(error, report)
    // The client rejects these settings.
    if (error instanceof TypeError) return { kind: 'failed', message: error.message }
    throw error
  }
}

function describeFailure(error: CustodyError, report: RejectionReport | undefined): Outcome {
  if (isCustodyError(error, 'ENVELOPE_REJECTED'))
    return { kind: 'unopened', reason: report?.reason, unknownKey: report?.unknownKey }
  const isService = isCustodyError(error, 'SERVICE_FAILED')
  // A failure that the service signed proves all keys.
  if (isService && error.assurance !== 'transport') return { kind: 'genuine' }
  const code = isService
    ? error.context.serviceCode
    : isCustodyError(error, 'FAILURE_UNPROVED')
      ? error.context.unprovedCode
      : undefined
  return rejectionCodes.has(code ?? '')
    ? { kind: 'rejected' }
    : { kind: 'failed', message: error.message, cause: callCauses[code ?? ''] }
}

// Both profiles share these codes. The gateway also uses them for an unknown app_id.
const rejectionCodes: ReadonlySet<string> = new Set(['100005', '100008'])

// These codes come from public documents.
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

/** Checks that the service grants an access token for the Api-Key. */
export const checkToken: Check = async ({ variables, fetch, clock, timeout }) => {
  const { env, directory, profileSettings } = variables
  try {
    const settings = readSettingsFromEnv(env, { directory, settings: profileSettings })
    const { expired_time: end } = await createCustody({ ...settings, fetch, clock, timeout }).token.get()
    return [createOk(`granted until ${new Date(end).toISOString()}`)]
  } catch (error) {
    // The client rejects these settings.
    if (error instanceof TypeError) return [createProblem(error.message, 'setting-wrong')]
    if (!isCustodyError(error)) throw error
    const code = isCustodyError(error, 'SERVICE_FAILED') ? error.context.serviceCode : ''
    return [createProblem(error.message, tokenCauses[code] ?? 'service-failed')]
  }
}
