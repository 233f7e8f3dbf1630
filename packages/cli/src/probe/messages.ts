import type { ProfileSettings, Profile, SealedId } from '@custody-wallet/encryption'

import { account, createKnown, createId, type Probe, describeResult, createUnknown } from './probe.ts'
import type { ProbeResult, Service, Variation } from './service.ts'

const responseSeals: Probe = {
  id: 'responses',
  question: 'Are responses to v2 and MPC calls sealed?',
  async learn(service) {
    const { outer, status } = await service.ask('listNetworks', {})
    if (status !== 200) return createUnknown(`no response (HTTP ${status})`)
    const isSealed = Object.keys(outer).join() === 'data' && typeof outer['data'] === 'string'
    const evidence = `networks.list: the body has the fields ${Object.keys(outer).join(', ')}`
    return createKnown(isSealed ? 'sealed' : 'plain', { responses: isSealed ? 'sealed' : 'plain' }, evidence)
  },
}

const calls = {
  v2: ['getAccount', 'accounts.get'],
  mpc: ['listMpcWithdrawals', 'mpcWithdrawals.list'],
  v1: ['countAvailableAddresses', 'addresses.available'],
} as const

const families = ['v2', 'mpc', 'v1'] as const

const codes: Probe = {
  id: 'codes',
  question: 'Which codes reject damaged messages and messages without parameters?',
  async learn(service) {
    const rows: (readonly [(typeof families)[number], FamilyCodes])[] = []
    for (const family of families) rows.push([family, await readCodes(family, service)])
    const evidence = rows.map(([, { saw }]) => saw)
    if (rows.some(([, { rejected, invalid }]) => !(rejected > 0 && invalid > 0)))
      return createUnknown('a damaged message or one without parameters got no code', ...evidence)
    for (const [, { rejected, invalid }] of rows) {
      service.codes.rejected.add(String(rejected))
      if (invalid !== rejected) service.codes.invalid.add(String(invalid))
    }
    const found = Object.fromEntries(rows.map(([family, { rejected, invalid }]) => [family, { rejected, invalid }]))
    const summary = rows.map(([family, { rejected, invalid }]) => `${family} ${rejected}, ${invalid}`).join('; ')
    return createKnown(summary, { codes: { ...service.profile.codes, ...found } }, ...evidence)
  },
}

interface FamilyCodes {
  readonly rejected: number
  readonly invalid: number
  readonly saw: string
}

async function readCodes(family: (typeof families)[number], service: Service): Promise<FamilyCodes> {
  const [id, name] = calls[family]
  const damaged = await service.ask(id, {}, { isDamaged: true })
  const empty = await service.ask(id, {})
  return {
    rejected: Number(damaged.code),
    invalid: Number(empty.code),
    saw: `${name}, damaged: code ${damaged.code ?? '-'}; without parameters: code ${empty.code ?? '-'}`,
  }
}

const types: Probe = {
  id: 'codes.reading',
  question: 'Do codes have the documented type?',
  async learn(service) {
    const [v2, one] = [
      await service.ask('getAccount', account),
      await service.ask('countAvailableAddresses', { symbol: 'BTC' }),
    ]
    if (v2.outcome === 'lost' || one.outcome === 'lost')
      return createUnknown('no response', describeResult(v2), describeResult(one))
    const evidence = `code of v2: ${describeType(v2)}; of v1: ${describeType(one)}`
    const isDifferent = typeof v2.outer['code'] === 'number' || typeof one.outer['code'] === 'string'
    if (!isDifferent) return createKnown('yes', undefined, evidence)
    return createKnown('no', { codes: { ...service.profile.codes, reading: 'either' } }, evidence)
  },
}

const describeType = ({ outer }: ProbeResult): string => ('code' in outer ? typeof outer['code'] : 'inside the seal')

const tokenTime: Probe = {
  id: 'codes.token',
  question: 'Which code rejects a timestamp that is two minutes old?',
  async learn(service) {
    const code = await service.token(service.now() - 120_000)
    if (code === undefined || code === '0') return createUnknown('the timestamp was accepted, or no code came back')
    const isTime = code !== (await service.token(service.now() - 3000))
    const evidence = `token.get with a timestamp of two minutes ago: code ${code}`
    if (!isTime) return createUnknown('a current timestamp also gets this code, so the clocks may differ', evidence)
    const { codes: present } = service.profile
    const profileSettings = { codes: { ...present, token: { timestamp: Number(code) } } }
    return { ...createKnown(code, profileSettings, evidence), isOpenPoint: present.token.timestamp === null }
  },
}

const transport: Probe = {
  id: 'transport',
  question: 'Does the service accept a sealed query as a form?',
  async learn(service) {
    const response = await service.ask('listNetworks', {}, { isForm: true })
    // A server without the route responds with 404 or 405.
    const isRejected = response.outcome === 'rejected' || (response.status >= 400 && response.status < 500)
    if (response.outcome !== 'understood' && !isRejected)
      return createUnknown('no readable response', describeResult(response))
    const profileSettings = { transport: isRejected ? 'query' : 'query-or-form' } as const
    return createKnown(
      isRejected ? 'no' : 'yes',
      profileSettings,
      `networks.list as a form: ${describeResult(response)}`,
    )
  },
}

/** Finds the first path segment that the service understands. */
function createSegmentProbe(name: keyof Profile['segments'], id: SealedId, candidates: readonly string[]): Probe {
  return {
    id: `segments.${name}`,
    question: `What is the path segment ${name}?`,
    async learn(service) {
      const { segments } = service.profile
      const fields = id === 'listStakes' ? { max_id: '0' } : { ids: createId() }
      const evidence: string[] = []
      for (const text of new Set([segments[name], ...candidates])) {
        const response = await service.ask(id, fields, { segments: { ...segments, [name]: text } })
        evidence.push(`${text}: ${describeResult(response)}`)
        if (response.outcome === 'understood')
          return createKnown(text, { segments: { ...segments, [name]: text } }, ...evidence)
      }
      return createUnknown('the service understood none of these', ...evidence)
    },
  }
}

/** Finds the first combination of wire names that the service understands. */
function createNamesProbe(
  id: 'countAvailableAddresses' | 'getAccount' | 'listWithdrawals',
  fields: Readonly<Record<string, unknown>>,
): Probe {
  return {
    id: `names.${id}`,
    question: `How are the parameters of ${id} named?`,
    async learn(service) {
      const present: Readonly<Record<string, string>> = service.profile.names[id] ?? {}
      const own = Object.keys(fields).map((name) => [present[name] ?? name, ...(candidates[name] ?? [])])
      let count = 0
      for (const combination of listCombinations(own)) {
        const wire = Object.fromEntries(Object.values(fields).map((value, at) => [combination[at] ?? '', value]))
        const response = await service.ask(id, wire)
        count += 1
        if (response.outcome !== 'understood') continue
        const renamed = Object.fromEntries(
          Object.keys(fields).flatMap((name, at) =>
            combination[at] === name ? [] : [[name, combination[at] ?? name]],
          ),
        )
        const evidence = `${combination.join(', ')}: ${describeResult(response)}, after ${count - 1} other combinations`
        const isNew = Object.keys(renamed).length > 0 || Object.keys(present).length > 0
        return createKnown(
          combination.join(', '),
          isNew ? { names: { ...service.profile.names, [id]: renamed } } : undefined,
          evidence,
        )
      }
      return createUnknown(`the service understood none of ${count} combinations`)
    },
  }
}

const candidates: Readonly<Record<string, readonly string[]>> = {
  ids: ['request_ids', 'request_id', 'requestIds'],
  symbol: ['coin', 'coin_symbol', 'currency'],
  uid: ['user_id', 'userId', 'id'],
}

/** Lists every choice of one string from each list, in their order. */
function listCombinations(lists: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const [first, ...rest] = lists
  if (first === undefined) return [[]]
  return listCombinations(rest).flatMap((end) => [...new Set(first)].map((text) => [text, ...end]))
}

/** Checks whether the service understands a variation of a good message. */
function createHabitProbe(
  facts: Pick<Probe, 'id' | 'question'>,
  {
    id,
    getFields: fields,
    variation,
  }: {
    readonly id: SealedId
    readonly getFields: (service: Service) => object
    readonly variation?: (service: Service) => Variation
  },
  profileSettings: (isUnderstood: boolean, profile: Profile) => Partial<ProfileSettings>,
): Probe {
  return {
    ...facts,
    async learn(service) {
      const response = await service.ask(id, fields(service), variation?.(service))
      if (response.outcome === 'lost' || response.outcome === 'unopened')
        return createUnknown('no readable response', describeResult(response))
      const isUnderstood = response.outcome === 'understood'
      return createKnown(
        isUnderstood ? 'yes' : 'no',
        profileSettings(isUnderstood, service.profile),
        describeResult(response),
      )
    },
  }
}

/** Builds the wire fields of the account call with the names found so far. */
function buildAccountFields({ profile }: Service, uid: unknown = account.uid): Readonly<Record<string, unknown>> {
  const wire = profile.names.getAccount ?? {}
  return { [wire.uid ?? 'uid']: uid, [wire.symbol ?? 'symbol']: account.symbol }
}

const buildCoinFields = ({ profile }: Service): object => ({
  [profile.names.countAvailableAddresses?.symbol ?? 'symbol']: 'BTC',
})

const habits: readonly Probe[] = [
  createHabitProbe(
    { id: 'filled.reading', question: 'Does the service accept calls without charset and version?' },
    {
      id: 'getAccount',
      getFields: (service) => ({ ...buildAccountFields(service), charset: undefined, version: undefined }),
    },
    (isYes, { filled }) => ({ filled: { ...filled, reading: isYes ? 'time-only' : 'all' } }),
  ),
  createHabitProbe(
    { id: 'filled.charset', question: 'Does the service accept the charset UTF-8 in upper case?' },
    { id: 'getAccount', getFields: (service) => ({ ...buildAccountFields(service), charset: 'UTF-8' }) },
    (isYes, { filled }) => ({ filled: { ...filled, charset: isYes ? 'any-case' : 'documented' } }),
  ),
  createHabitProbe(
    { id: 'numbers', question: 'Does the service accept a number as a string?' },
    { id: 'getAccount', getFields: (service) => buildAccountFields(service, String(account.uid)) },
    (isYes) => ({ numbers: isYes ? 'either' : 'documented' }),
  ),
  createHabitProbe(
    { id: 'unknownFields', question: 'Does the service ignore unknown fields?' },
    { id: 'getAccount', getFields: (service) => ({ ...buildAccountFields(service), custody_probe: 1 }) },
    (isYes) => ({ unknownFields: isYes ? 'ignore' : 'reject' }),
  ),
  createHabitProbe(
    { id: 'time', question: 'Does the service accept the time of an envelope in seconds?' },
    {
      id: 'countAvailableAddresses',
      getFields: buildCoinFields,
      variation: ({ now }) => ({ time: Math.floor(now() / 1000) }),
    },
    (isYes, { time }) => ({ time: { ...time, reading: isYes ? 'either' : 'unit' } }),
  ),
]

/** Probes of messages; later ones depend on earlier ones. */
export const messageProbes: readonly Probe[] = [
  responseSeals,
  codes,
  types,
  tokenTime,
  transport,
  createSegmentProbe('staking_protocol', 'listStakes', ['babylon', 'cosmos', 'ethereum', 'solana']),
  createSegmentProbe('resource_chain', 'listDelegations', ['tron', 'trx']),
  createNamesProbe('getAccount', account),
  createNamesProbe('listWithdrawals', { ids: 'probe-1' }),
  createNamesProbe('countAvailableAddresses', { symbol: 'BTC' }),
  ...habits,
]
