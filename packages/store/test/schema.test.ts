import { listMigrations } from '@custody-wallet/store'
import { expect, test } from 'vitest'

test('listMigrations() rejects an unknown dialect', () => {
  const dialect: 'sqlite' = JSON.parse('"mysql"')
  expect(() => listMigrations(dialect)).toThrow(
    'The dialect of listMigrations() must be postgres or sqlite, not "mysql".',
  )
})
