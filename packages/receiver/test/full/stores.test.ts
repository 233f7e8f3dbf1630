// Each store credits once, with the functions of the README.
import { createTestPlatform } from '@custody-wallet/receiver/testing'
import { describe, expect, inject, test } from 'vitest'

import { deployments } from '../support/databases.ts'

const platform = createTestPlatform()

describe.each(Object.keys(deployments))('the store of %s', (name) => {
  const open = () => Object.entries(deployments).find(([one]) => one === name)?.[1](inject('postgres'))

  test('credits 200 concurrent copies once, with the same response to all', async () => {
    const place = await open()
    const replies = await platform.send(place?.receiver.fetch ?? '', platform.signDeposit({ amount: '0.5' }), {
      copies: 200,
    })
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1)
    expect(replies[0]).toMatchObject({ status: 200, code: 0 })
    expect(await place?.readCredited()).toBe('0.5')
  })

  test('credits the difference of a larger amount', async () => {
    const place = await open()
    const deposit = { request_id: 'one', txid: 'one', amount: '0.5' }
    const target = place?.receiver.fetch ?? ''
    await platform.send(target, platform.signDeposit(deposit))
    await platform.send(target, platform.signDeposit({ ...deposit, amount: '0.500000000000000001' }))
    expect(await place?.readCredited()).toBe('0.500000000000000001')
  })
})
