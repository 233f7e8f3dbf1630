import { type Operation, type OperationId, operations } from '@custody-wallet/types/operations'
import { describe, expect, expectTypeOf, test } from 'vitest'

const table: readonly Operation[] = Object.values<Operation>(operations)
const filterByFamily = (family: Operation['family']) => table.filter((operation) => operation.family === family)

describe('the operation table', () => {
  test('has all 17 calls in their four families', () => {
    expect(table).toHaveLength(17)
    expect(['token', 'v2', 'mpc', 'v1'].map((family) => filterByFamily(family as Operation['family']).length)).toEqual([
      1, 5, 5, 6,
    ])
  })

  test('has literal types', () => {
    expectTypeOf(operations.syncDeposits.cursor.page).toEqualTypeOf<100>()
    expectTypeOf(operations.findUser.method).toEqualTypeOf<'GET'>()
    expectTypeOf<'listWithdrawals'>().toExtend<OperationId>()
    // @ts-expect-error there is no such call
    expect(operations.createWithdrawal).toBeUndefined()
  })

  test('names the address that serves each family', () => {
    expect(new Set(filterByFamily('token').map(({ server }) => server))).toEqual(new Set(['open_platform_url']))
    expect(new Set([...filterByFamily('v2'), ...filterByFamily('mpc')].map(({ server }) => server))).toEqual(
      new Set(['base_url']),
    )
    expect(new Set(filterByFamily('v1').map(({ server }) => server))).toEqual(new Set(['v1_url']))
  })

  test('has the fields that the codec fills in, by family', () => {
    for (const { filled } of filterByFamily('v2'))
      expect(filled).toEqual({ time: null, charset: 'utf-8', version: 'v2' })
    for (const { filled } of filterByFamily('mpc')) expect(filled).toEqual({ time: null, charset: 'utf-8' })
    for (const { filled } of filterByFamily('v1')) expect(filled).toEqual({})
    expect(operations.getToken.filled).toEqual({ Timestamp: null })
  })

  test('has the paths of decimals that are JSON numbers on the wire', () => {
    expect(operations.notifyDeposit.request.wireNumbers).toEqual(['/amount', '/balance'])
    expect(operations.notifyInternal.request.wireNumbers).toEqual(['/amount', '/fee', '/balance'])
    expect(operations.pullWithdrawals.response.wireNumbers).toEqual(['/*/amount', '/*/fee'])
    const others = table.filter(({ request, response }) => request.wireNumbers.length + response.wireNumbers.length > 0)
    expect(others.map(({ id }) => id)).toEqual(['pullWithdrawals', 'notifyDeposit', 'notifyInternal'])
  })

  test('has the paths of personal data', () => {
    expect(operations.findUser.request.personal.toSorted()).toEqual(['/email', '/mobile'])
    expect(operations.findUser.response.personal).toEqual(['/nickname'])
    expect(operations.syncMinerFees.response.personal).toEqual(['/*/email'])
  })

  test('has lists, pages and their limits', () => {
    expect(table.filter(({ batch }) => batch).map(({ id }) => id)).toEqual([
      'listWithdrawals',
      'listMpcWithdrawals',
      'getStakingDetails',
      'listDelegations',
      'registerAddresses',
    ])
    expect(operations.getStakingDetails.batch.caps).toBe('records')
    expect(operations.syncDeposits.cursor).toEqual({
      parameter: 'max_id',
      record: 'id',
      page: 100,
      kind: 'text',
    })
    expect(operations.syncMinerFees.cursor.kind).toBe('integer')
    expect(operations.listStakes.cursor.page).toBe(20)
  })

  test('does not allow automatic retries of a call that may cost money twice', () => {
    expect(operations.notifyInternal.retry).toBe('never')
    expect(operations.registerAddresses.retry).toBe('never')
    expect(operations.notifyDeposit.retry).toEqual({ idempotent: ['request_id'] })
    for (const { retry } of table.filter(({ method }) => method === 'GET')) expect(retry).toBe('safe')
  })

  test('names the list of values of each status', () => {
    expect(operations.listWithdrawals.response.states['/*/status']).toBe('withdrawalStatus')
    expect(operations.syncDeposits.response.states['/*/status']).toBe('depositStatus')
    expect(operations.getStakingDetails.response.states['/*/unstake/tx_type']).toBe('stakingTransactionType')
  })

  test('leaves both fixed path segments to the profile', () => {
    const segmented = table.filter(({ segments }) => segments.length > 0)
    expect(segmented.map(({ path, segments }) => [path, ...segments])).toEqual([
      ['/api/mpc/{staking_protocol}/details', 'staking_protocol'],
      ['/api/mpc/{staking_protocol}/stake_list', 'staking_protocol'],
      ['/api/mpc/{resource_chain}/delegate/trans_list', 'resource_chain'],
    ])
  })
})
