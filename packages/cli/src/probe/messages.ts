// How messages are read: seals, codes, names and habits.
import type { Knobs, Profile, SealedId } from '@custody-wallet/encryption'

import { account, known, newId, type Probe, shown, unknown } from './probe.ts'
import type { Got, Service, Variation } from './service.ts'

const answers: Probe = {
  id: 'answers',
  question: 'Are answers to v2 and MPC calls sealed?',
  async learn(service) {
    const { outer, status } = await service.ask('listNetworks', {})
    if (status !== 200) return unknown(`no answer (HTTP ${status})`)
    const isSealed = Object.keys(outer).join() === 'data' && typeof outer['data'] === 'string'
    const evidence = `networks.list: the body has the members ${Object.keys(outer).join(', ')}`
    return known(isSealed ? 'sealed' : 'plain', { answers: isSealed ? 'sealed' : 'plain' }, evidence)
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
  question: 'Which codes do damaged messages and messages without parameters get?',
  async learn(service) {
    const rows: (readonly [(typeof families)[number], FamilyCodes])[] = []
    for (const family of families) rows.push([family, await codesOf(family, service)])
    const evidence = rows.map(([, { saw }]) => saw)
    if (rows.some(([, { refused, invalid }]) => !(refused > 0 && invalid > 0)))
      return unknown('a damaged message got no code', ...evidence)
    for (const [, { refused, invalid }] of rows) {
      service.codes.refused.add(String(refused))
      if (invalid !== refused) service.codes.invalid.add(String(invalid))
    }
    const found = Object.fromEntries(
      rows.map(([family, { refused, invalid }]) => [family, { refused, invalid }]),
    )
    const answer = rows.map(([family, { refused, invalid }]) => `${family} ${refused}, ${invalid}`).join('; ')
    return known(answer, { codes: { ...service.profile.codes, ...found } }, ...evidence)
  },
}

interface FamilyCodes {
  readonly refused: number
  readonly invalid: number
  readonly saw: string
}

async function codesOf(family: (typeof families)[number], service: Service): Promise<FamilyCodes> {
  const [id, name] = calls[family]
  const damaged = await service.ask(id, {}, { damaged: true })
  const empty = await service.ask(id, {})
  return {
    refused: Number(damaged.code),
    invalid: Number(empty.code),
    saw: `${name}, damaged: code ${damaged.code ?? '-'}; without parameters: code ${empty.code ?? '-'}`,
  }
}

const types: Probe = {
  id: 'codes.reading',
  question: 'Are codes of the type that the interface shows?',
  async learn(service) {
    const [v2, one] = [
      await service.ask('getAccount', account),
      await service.ask('countAvailableAddresses', { symbol: 'BTC' }),
    ]
    if (v2.outcome === 'lost' || one.outcome === 'lost') return unknown('no answer', shown(v2), shown(one))
    const evidence = `code of v2: ${typeOf(v2)}; of v1: ${typeOf(one)}`
    const differs = typeof v2.outer['code'] === 'number' || typeof one.outer['code'] === 'string'
    if (!differs) return known('yes', undefined, evidence)
    return known('no', { codes: { ...service.profile.codes, reading: 'either' } }, evidence)
  },
}

const typeOf = ({ outer }: Got): string => ('code' in outer ? typeof outer['code'] : 'inside the seal')

const tokenTime: Probe = {
  id: 'codes.token',
  question: 'Which code does a timestamp get that is two minutes old?',
  async learn(service) {
    const code = await service.token(service.now() - 120_000)
    if (code === undefined || code === '0') return unknown('it was accepted, or no code came back')
    const isTime = code !== (await service.token(service.now() - 3000))
    const evidence = `token.get with a timestamp of two minutes ago: code ${code}`
    if (!isTime) return unknown('a timestamp of now gets this code, too: the clocks may differ', evidence)
    const { codes: present } = service.profile
    const knobs = { codes: { ...present, token: { timestamp: Number(code) } } }
    return { ...known(code, knobs, evidence), wasOpen: present.token.timestamp === null }
  },
}

const transport: Probe = {
  id: 'transport',
  question: 'May a sealed query arrive as a form?',
  async learn(service) {
    const got = await service.ask('listNetworks', {}, { form: true })
    // A server without the route answers 404 or 405.
    const isRejected = got.outcome === 'refused' || (got.status >= 400 && got.status < 500)
    if (got.outcome !== 'understood' && !isRejected)
      return unknown('no answer that could be read', shown(got))
    const knobs = { transport: isRejected ? 'query' : 'query-or-form' } as const
    return known(isRejected ? 'no' : 'yes', knobs, `networks.list as a form: ${shown(got)}`)
  },
}

/** The first segment with which a call is understood. */
function segment(name: keyof Profile['segments'], id: SealedId, candidates: readonly string[]): Probe {
  return {
    id: `segments.${name}`,
    question: `What is the path segment ${name}?`,
    async learn(service) {
      const { segments } = service.profile
      const members = id === 'listStakes' ? { max_id: '0' } : { ids: newId() }
      const evidence: string[] = []
      for (const text of new Set([segments[name], ...candidates])) {
        const got = await service.ask(id, members, { segments: { ...segments, [name]: text } })
        evidence.push(`${text}: ${shown(got)}`)
        if (got.outcome === 'understood')
          return known(text, { segments: { ...segments, [name]: text } }, ...evidence)
      }
      return unknown('none of these was understood', ...evidence)
    },
  }
}

/** The wire names of some parameters of a call: the first combination that is understood. */
function names(
  id: 'countAvailableAddresses' | 'getAccount' | 'listWithdrawals',
  members: Readonly<Record<string, unknown>>,
): Probe {
  return {
    id: `names.${id}`,
    question: `How are the parameters of ${id} named?`,
    async learn(service) {
      const present: Readonly<Record<string, string>> = service.profile.names[id] ?? {}
      const own = Object.keys(members).map((name) => [present[name] ?? name, ...(candidates[name] ?? [])])
      let count = 0
      for (const combination of combinations(own)) {
        const wire = Object.fromEntries(
          Object.values(members).map((value, at) => [combination[at] ?? '', value]),
        )
        const got = await service.ask(id, wire)
        count += 1
        if (got.outcome !== 'understood') continue
        const renamed = Object.fromEntries(
          Object.keys(members).flatMap((name, at) =>
            combination[at] === name ? [] : [[name, combination[at] ?? name]],
          ),
        )
        const evidence = `${combination.join(', ')}: ${shown(got)}, after ${count - 1} other combinations`
        const isNew = Object.keys(renamed).length > 0 || Object.keys(present).length > 0
        return known(
          combination.join(', '),
          isNew ? { names: { ...service.profile.names, [id]: renamed } } : undefined,
          evidence,
        )
      }
      return unknown(`none of ${count} combinations was understood`)
    },
  }
}

const candidates: Readonly<Record<string, readonly string[]>> = {
  ids: ['request_ids', 'request_id', 'requestIds'],
  symbol: ['coin', 'coin_symbol', 'currency'],
  uid: ['user_id', 'userId', 'id'],
}

/** Every choice of one text from each list, the first ones first. */
function combinations(lists: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const [first, ...rest] = lists
  if (first === undefined) return [[]]
  return combinations(rest).flatMap((end) => [...new Set(first)].map((text) => [text, ...end]))
}

/** A habit of reading: whether one variation of a good message is understood. */
function habit(
  facts: Pick<Probe, 'id' | 'question'>,
  {
    id,
    members,
    variation,
  }: {
    readonly id: SealedId
    readonly members: (service: Service) => object
    readonly variation?: (service: Service) => Variation
  },
  knobs: (isUnderstood: boolean, profile: Profile) => Partial<Knobs>,
): Probe {
  return {
    ...facts,
    async learn(service) {
      const got = await service.ask(id, members(service), variation?.(service))
      if (got.outcome === 'lost' || got.outcome === 'unopened')
        return unknown('no answer that could be read', shown(got))
      const isUnderstood = got.outcome === 'understood'
      return known(isUnderstood ? 'yes' : 'no', knobs(isUnderstood, service.profile), shown(got))
    },
  }
}

/** Wire members of the account call, with the names that were learned. */
function accountMembers({ profile }: Service, uid: unknown = account.uid): Readonly<Record<string, unknown>> {
  const wire = profile.names.getAccount ?? {}
  return { [wire.uid ?? 'uid']: uid, [wire.symbol ?? 'symbol']: account.symbol }
}

const coinMembers = ({ profile }: Service): object => ({
  [profile.names.countAvailableAddresses?.symbol ?? 'symbol']: 'BTC',
})

const habits: readonly Probe[] = [
  habit(
    { id: 'filled.reading', question: 'May charset and version be missing?' },
    {
      id: 'getAccount',
      members: (service) => ({ ...accountMembers(service), charset: undefined, version: undefined }),
    },
    (yes, { filled }) => ({ filled: { ...filled, reading: yes ? 'time-only' : 'all' } }),
  ),
  habit(
    { id: 'filled.charset', question: 'May charset be written UTF-8?' },
    { id: 'getAccount', members: (service) => ({ ...accountMembers(service), charset: 'UTF-8' }) },
    (yes, { filled }) => ({ filled: { ...filled, charset: yes ? 'any-case' : 'as-shown' } }),
  ),
  habit(
    { id: 'numbers', question: 'May a number be a text?' },
    { id: 'getAccount', members: (service) => accountMembers(service, String(account.uid)) },
    (yes) => ({ numbers: yes ? 'either' : 'as-shown' }),
  ),
  habit(
    { id: 'unknownMembers', question: 'Are unknown members ignored?' },
    { id: 'getAccount', members: (service) => ({ ...accountMembers(service), custody_probe: 1 }) },
    (yes) => ({ unknownMembers: yes ? 'ignore' : 'refuse' }),
  ),
  habit(
    { id: 'time', question: 'May the time of an envelope be in seconds?' },
    {
      id: 'countAvailableAddresses',
      members: coinMembers,
      variation: ({ now }) => ({ time: Math.floor(now() / 1000) }),
    },
    (yes, { time }) => ({ time: { ...time, reading: yes ? 'either' : 'unit' } }),
  ),
]

/** Probes of messages, in the order in which they need each other. */
export const messageProbes: readonly Probe[] = [
  answers,
  codes,
  types,
  tokenTime,
  transport,
  segment('staking_protocol', 'listStakes', ['babylon', 'cosmos', 'ethereum', 'solana']),
  segment('resource_chain', 'listDelegations', ['tron', 'trx']),
  names('getAccount', account),
  names('listWithdrawals', { ids: 'probe-1' }),
  names('countAvailableAddresses', { symbol: 'BTC' }),
  ...habits,
]
