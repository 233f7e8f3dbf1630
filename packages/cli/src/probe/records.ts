import { readField } from '../json-values.ts'
import { createKnown, createId, type Probe, describeResult, createUnknown } from './probe.ts'

const blank: Probe = {
  id: 'blankResponse',
  question: 'Are data and sign of a failed v1 call blank?',
  async learn(service) {
    const response = await service.ask('countAvailableAddresses', {})
    const { data, sign } = response.outer
    if (typeof data !== 'string' || typeof sign !== 'string')
      return createUnknown('the response has no data and sign', describeResult(response))
    const isBlank = data === '' && sign === ''
    return createKnown(
      isBlank ? 'yes' : 'no',
      { blankResponse: isBlank ? 'accept' : 'reject' },
      `without parameters: ${describeResult(response)}`,
    )
  },
}

const unknownIds: Probe = {
  id: 'unknown-ids',
  question: 'What does the service return for unknown request ids?',
  async learn(service) {
    const response = await service.ask('listWithdrawals', {
      [service.profile.names.listWithdrawals?.ids ?? 'ids']: createId(),
    })
    if (response.outcome !== 'understood') return createUnknown('the call failed', describeResult(response))
    return createKnown(
      Array.isArray(response.data) && response.data.length === 0 ? 'it leaves them out' : `code ${response.code}`,
      undefined,
      describeResult(response),
    )
  },
}

const unknownSymbol: Probe = {
  id: 'unknown-symbol',
  question: 'What does the service return for an unknown coin?',
  async learn(service) {
    const wire = service.profile.names.countAvailableAddresses?.symbol ?? 'symbol'
    const response = await service.ask('countAvailableAddresses', { [wire]: 'NO-SUCH-COIN' })
    if (response.outcome === 'lost' || response.outcome === 'unopened')
      return createUnknown('no readable response', describeResult(response))
    return createKnown(
      response.code === '0' ? 'a success' : `code ${response.code}`,
      undefined,
      describeResult(response),
    )
  },
}

const pages: Probe = {
  id: 'pages',
  question: 'How many deposits are on a page, and in which order?',
  async learn(service) {
    const response = await service.ask('syncDeposits', { max_id: service.profile.cursor.first })
    if (!Array.isArray(response.data)) return createUnknown('the call failed', describeResult(response))
    const ids = response.data.map((record: unknown) => readId(record))
    if (ids.length < 2) return createUnknown(`the service has only ${ids.length} deposits`, describeResult(response))
    const isAscending = ids.every((id, at) => at === 0 || id > (ids[at - 1] ?? 0))
    const next = await service.ask('syncDeposits', { max_id: String(Math.max(...ids)) })
    const after = Array.isArray(next.data) ? next.data.map((record: unknown) => readId(record)) : []
    const hasDuplicates = after.some((id) => ids.includes(id))
    return createKnown(
      `${ids.length} records, ${isAscending ? 'in ascending order' : 'not in ascending order'}${hasDuplicates ? ', and a page repeats records of the previous one' : ''}`,
      undefined,
      `first page: ${ids.length} records; next page: ${after.length} records`,
    )
  },
}

function readId(record: unknown): number {
  const id = readField(record, 'id')
  return typeof id === 'number' ? id : 0
}

/** Probes of responses. */
export const recordProbes: readonly Probe[] = [blank, unknownIds, unknownSymbol, pages]

/** Probes that run only when named: a service may take a pull as done. */
export const namedProbes: Readonly<Record<string, Probe>> = {
  consume: {
    id: 'consume',
    question: 'Do two pulls of withdrawals return the same records?',
    async learn(service) {
      const wire = service.profile.names.pullWithdrawals?.symbol ?? 'symbol'
      const [first, second] = [
        await service.ask('pullWithdrawals', { [wire]: 'BTC' }),
        await service.ask('pullWithdrawals', { [wire]: 'BTC' }),
      ]
      if (!Array.isArray(first.data) || !Array.isArray(second.data))
        return createUnknown('the call failed', describeResult(first))
      if (first.data.length === 0) return createUnknown('no withdrawal is pending', describeResult(first))
      const isSame = JSON.stringify(first.data) === JSON.stringify(second.data)
      return createKnown(
        isSame ? 'yes' : 'no',
        { consume: isSame ? 'repeatable' : 'destructive' },
        `${first.data.length}, then ${second.data.length} withdrawals`,
      )
    },
  },
}
