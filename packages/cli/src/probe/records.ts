import { memberOf } from '../values.ts'
// What the service answers: failures, unknown ids and coins, pages.
import { known, newId, type Probe, shown, unknown } from './probe.ts'

const blank: Probe = {
  id: 'blankAnswer',
  question: 'Are data and sign of a failed v1 call blank?',
  async learn(service) {
    const got = await service.ask('countAvailableAddresses', {})
    const { data, sign } = got.outer
    if (typeof data !== 'string' || typeof sign !== 'string')
      return unknown('the answer has no data and sign', shown(got))
    const isBlank = data === '' && sign === ''
    return known(
      isBlank ? 'yes' : 'no',
      { blankAnswer: isBlank ? 'accept' : 'refuse' },
      `without parameters: ${shown(got)}`,
    )
  },
}

const unknownIds: Probe = {
  id: 'unknown-ids',
  question: 'What happens to request ids that the service does not know?',
  async learn(service) {
    const got = await service.ask('listWithdrawals', {
      [service.profile.names.listWithdrawals?.ids ?? 'ids']: newId(),
    })
    if (got.outcome !== 'understood') return unknown('the call failed', shown(got))
    return known(
      Array.isArray(got.data) && got.data.length === 0 ? 'they are left out' : `code ${got.code}`,
      undefined,
      shown(got),
    )
  },
}

const unknownSymbol: Probe = {
  id: 'unknown-symbol',
  question: 'What does a coin get that does not exist?',
  async learn(service) {
    const wire = service.profile.names.countAvailableAddresses?.symbol ?? 'symbol'
    const got = await service.ask('countAvailableAddresses', { [wire]: 'NO-SUCH-COIN' })
    if (got.outcome === 'lost' || got.outcome === 'unopened')
      return unknown('no answer that could be read', shown(got))
    return known(got.code === '0' ? 'a success' : `code ${got.code}`, undefined, shown(got))
  },
}

const pages: Probe = {
  id: 'pages',
  question: 'How long is a page of deposits, and in which order are its records?',
  async learn(service) {
    const got = await service.ask('syncDeposits', { max_id: service.profile.cursor.first })
    if (!Array.isArray(got.data)) return unknown('the call failed', shown(got))
    const ids = got.data.map((record: unknown) => idOf(record))
    if (ids.length < 2) return unknown(`there are ${ids.length} deposits, which is too few`, shown(got))
    const ascending = ids.every((id, at) => at === 0 || id > (ids[at - 1] ?? 0))
    const next = await service.ask('syncDeposits', { max_id: String(Math.max(...ids)) })
    const after = Array.isArray(next.data) ? next.data.map((record: unknown) => idOf(record)) : []
    const repeats = after.some((id) => ids.includes(id))
    return known(
      `${ids.length} records, ${ascending ? 'in ascending order' : 'not in ascending order'}${repeats ? ', and a page repeats records of the one before' : ''}`,
      undefined,
      `first page: ${ids.length} records; next page: ${after.length} records`,
    )
  },
}

function idOf(record: unknown): number {
  const id = memberOf(record, 'id')
  return typeof id === 'number' ? id : 0
}

/** Probes of answers. */
export const recordProbes: readonly Probe[] = [blank, unknownIds, unknownSymbol, pages]

/** Probes that are made only when they are named: a service may take a pull as done. */
export const namedProbes: Readonly<Record<string, Probe>> = {
  consume: {
    id: 'consume',
    question: 'Do two pulls of withdrawals return the same?',
    async learn(service) {
      const wire = service.profile.names.pullWithdrawals?.symbol ?? 'symbol'
      const [first, second] = [
        await service.ask('pullWithdrawals', { [wire]: 'BTC' }),
        await service.ask('pullWithdrawals', { [wire]: 'BTC' }),
      ]
      if (!Array.isArray(first.data) || !Array.isArray(second.data))
        return unknown('the call failed', shown(first))
      if (first.data.length === 0) return unknown('no withdrawal is pending', shown(first))
      const isSame = JSON.stringify(first.data) === JSON.stringify(second.data)
      return known(
        isSame ? 'yes' : 'no',
        { consume: isSame ? 'repeatable' : 'destructive' },
        `${first.data.length}, then ${second.data.length} withdrawals`,
      )
    },
  },
}
