// All suites with the same keys, so that only the form of a message distinguishes them.
import { decodeUtf8 } from '../../src/bytes/encodings.ts'
import { type ClassicDialect, classic, deployedOptions, fullBlocks, oaepEnvelopes } from '../../src/classic/index.ts'
import { readJson } from '../../src/json/reader.ts'
import { requestLimits } from '../../src/limits.ts'
import { modern } from '../../src/modern/profile.ts'
import type { Profile } from '../../src/profile/profile.ts'
import type { Context, Suite, SuiteOptions } from '../../src/suite.ts'
import { getKeys } from '../support/pairs.ts'

const merchant = getKeys('merchant')
const platform = getKeys('platform')

const options: SuiteOptions = { limits: requestLimits, now: 1_767_225_600_000 }

type Role = 'merchant' | 'platform'

const createSide = (own: Role): Pick<Profile, 'appId' | 'party'> & { keys: Parameters<typeof modern>[0]['keys'] } => ({
  appId: 'demo-shop',
  party: { own, peer: own === 'merchant' ? 'platform' : 'merchant' },
  keys: own === 'merchant' ? { own: merchant, peer: platform } : { own: platform, peer: merchant },
})

const createDialect = (given: ClassicDialect) => (role: Role) => classic({ ...createSide(role), dialect: given }).suite

const builders = {
  modern: (role: Role): Suite => modern(createSide(role)).suite,
  deployed: createDialect(deployedOptions),
  fullBlocks: createDialect(fullBlocks),
  oaepEnvelopes: createDialect(oaepEnvelopes),
}

export type SuiteName = keyof typeof builders
const suiteNames: readonly SuiteName[] = ['modern', 'deployed', 'fullBlocks', 'oaepEnvelopes']

/** The dialect of a text. Presets that agree in a part read each other's texts of that part. */
export const formsOf: Readonly<Record<SuiteName, Readonly<Record<'data' | 'query' | 'sign', string>>>> = {
  modern: { query: 'jwe', data: 'jwe', sign: 'jws' },
  deployed: { query: 'type1', data: 'pkcs1', sign: 'rs256' },
  fullBlocks: { query: 'type1', data: 'pkcs1', sign: 'rs256' },
  oaepEnvelopes: { query: 'type1', data: 'oaep-sha256', sign: 'rs256' },
}

const plaintext: Uint8Array = new TextEncoder().encode('{"symbol":"BTC","time":1767225600000}')

const createContext = (direction: Context['direction']): Context => ({
  direction,
  audience: direction === 'request' ? 'platform' : 'merchant',
  appId: 'demo-shop',
  path: '/api/v1/withdraw/consume',
  time: '1767225600000',
  ...(direction === 'answer' && { response: { code: '0', msg: 'success', request: 'the.request.text' } }),
})

/** The messages of a suite in one direction. */
export interface Output {
  readonly suite: SuiteName
  readonly direction: Context['direction']
  readonly query: string
  readonly data: string
  readonly sign: string
}

const directions = ['request', 'answer'] as const
const senderNames = { request: 'merchant', answer: 'platform' } as const
const receiverNames = { request: 'platform', answer: 'merchant' } as const

async function createOutput(name: SuiteName, direction: Context['direction']): Promise<Output> {
  const { query, envelope } = builders[name](senderNames[direction])
  return {
    suite: name,
    direction,
    query: await query.seal(plaintext, createContext(direction), options),
    data: await envelope.seal(plaintext, options),
    sign: await envelope.sign(plaintext, createContext(direction), options),
  }
}

export const createOutputs = (): Promise<readonly Output[]> =>
  Promise.all(suiteNames.flatMap((name) => directions.map((direction) => createOutput(name, direction))))

/** A suite that receives in one direction. */
export interface Receiver {
  readonly name: SuiteName
  readonly direction: Context['direction']
  readonly suite: Suite
}

export const receivers: readonly Receiver[] = suiteNames.flatMap((name) =>
  directions.map((direction) => ({ name, direction, suite: builders[name](receiverNames[direction]) })),
)

/** Opens a query without reading its content. */
export async function openQuery({ suite, direction }: Receiver, text: string): Promise<Uint8Array> {
  const { time: _time, ...context } = createContext(direction)
  return (await suite.query.open(text, context, options)).plaintext
}

/** Opens a query and reads its content, as a party does. */
export const readQuery = async (receiver: Receiver, text: string): Promise<unknown> =>
  readJson(decodeUtf8(await openQuery(receiver, text)))

/** Opens the data of an envelope once for several signatures. */
export function createEnvelopeReader({ suite, direction }: Receiver, data: string) {
  let opening: Promise<Uint8Array> | undefined
  return async (sign: string): Promise<Uint8Array> => {
    opening ??= suite.envelope.open(data, options)
    const opened = await opening
    await suite.envelope.verify(opened, sign, createContext(direction), options)
    return opened
  }
}
