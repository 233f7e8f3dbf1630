import { describe, expect, test } from 'vitest'

import { findNextTimer, setTimer } from '../../src/clock/timers.ts'
import { openStore } from '../../src/store/store.ts'

describe('timers', () => {
  test('run by their time, and with equal times in the order in which they were set', async () => {
    const { close, db } = openStore()
    await setTimer(db, { due: 5, kind: 'network', subject: 'b' })
    await setTimer(db, { due: 5, kind: 'network', subject: 'a' })
    await setTimer(db, { due: 3, kind: 'step', subject: 'c' })
    const order: string[] = []
    for (;;) {
      const timer = await findNextTimer(db)
      if (!timer) break
      order.push(timer.subject)
      await db.deleteFrom('timers').where('id', '=', timer.id).execute()
    }
    expect(order).toEqual(['c', 'b', 'a'])
    await close()
  })

  test('of one subject replace each other', async () => {
    const { close, db } = openStore()
    for (const due of [5, 9]) await setTimer(db, { due, kind: 'network', subject: 'a' })
    expect(await findNextTimer(db)).toMatchObject({ due: 9, subject: 'a' })
    await close()
  })
})
