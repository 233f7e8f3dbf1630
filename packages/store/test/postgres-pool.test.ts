// A pool of pg emits errors of idle connections, which end the process without a listener.
import { postgres } from '@custody-wallet/store/postgres'
import { Pool } from 'pg'
import { expect, test } from 'vitest'

test('a pool of a store survives the loss of idle connections', () => {
  const pool = new Pool()
  postgres(pool)
  expect(() => pool.emit('error', new Error('The connection was closed.'))).not.toThrow()
})

test('a pool of many stores gets one listener, besides those of its owner', () => {
  const pool = new Pool()
  const errors: unknown[] = []
  pool.on('error', (error) => errors.push(error))
  for (let count = 0; count < 20; count += 1) postgres(pool)
  expect(pool.listenerCount('error')).toBe(2)
  pool.emit('error', new Error('The connection was closed.'))
  expect(errors).toHaveLength(1)
})
