import { expect, test } from 'vitest'

import { createMessagePrinter } from '../src/listen/show.ts'

const response = { status: 200, milliseconds: 3, by: 'custody' }

test('a message is printed as JSON with its content and the response to it', () => {
  const values: unknown[] = []
  const screen = { print: () => {}, style: String, value: (value: unknown) => void values.push(value) }
  const show = createMessagePrinter(screen, true, () => 0)
  show({ event: 'deposit', path: '/notify', content: { amount: '1' }, response })
  show({ event: 'internal', path: '/notify', problem: 'wrong signature', response })
  expect(values).toEqual([
    {
      at: '1970-01-01T00:00:00.000Z',
      event: 'deposit',
      path: '/notify',
      content: { amount: '1' },
      response,
      verified: true,
    },
    {
      at: '1970-01-01T00:00:00.000Z',
      event: 'internal',
      path: '/notify',
      problem: 'wrong signature',
      response,
      verified: false,
    },
  ])
})
