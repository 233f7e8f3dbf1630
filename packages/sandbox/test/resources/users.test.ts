import { describe, expect, test } from 'vitest'

import { appIds, clientOf, freshSandbox, sharedSandbox } from '../support/sandbox.ts'

const personal = { email: 'a@shop.example', country: '86', mobile: '13800000000', nickname: 'Ann' } as const

describe.each(appIds)('a user of %s', (appId) => {
  test('is found by e-mail address or mobile number', async () => {
    const sandbox = await freshSandbox()
    const { users } = clientOf(sandbox, appId)
    const { uid } = await sandbox.control.users.create({ appId, ...personal })
    const { email, country, mobile } = personal
    for (const lookup of [{ email }, { country, mobile }])
      expect(await users.find(lookup)).toMatchObject({ uid, nickname: 'Ann' })
  })

  test.each([
    { email: 'b@shop.example' },
    { country: '86', mobile: '13900000000' },
    { country: '1', mobile: '13800000000' },
  ])('is not found by other facts: %j', async (lookup) => {
    const sandbox = await freshSandbox()
    await sandbox.control.users.create({ appId, ...personal })
    const { answer } = await clientOf(sandbox, appId).users.find.raw(lookup)
    expect(answer).toMatchObject({ code: '110065' })
  })
})

test('two merchants have users with the same facts, and do not see each other', async () => {
  const sandbox = await freshSandbox()
  const one = await sandbox.control.users.create({ appId: 'demo-modern', ...personal })
  const email = { email: personal.email }
  const classic = clientOf(sandbox, 'demo-classic')
  expect((await classic.users.find.raw(email)).answer).toMatchObject({ code: '110065' })
  const other = await sandbox.control.users.create({ appId: 'demo-classic', ...personal })
  expect(await clientOf(sandbox).users.find(email)).toMatchObject({ uid: one.uid })
  expect(await classic.users.find(email)).toMatchObject({ uid: other.uid })
  const foreign = await classic.accounts.get.raw({ uid: one.uid, symbol: 'BTC' })
  expect(foreign.answer).toMatchObject({ code: '110065' })
})

const shared = sharedSandbox(({ control }) => control.users.create(personal))

test.each([
  [{ email: personal.email }, /^User \d+ has this e-mail address: give another one\.$/],
  [{ country: '86', mobile: personal.mobile }, /^User \d+ has this mobile number: give another one\.$/],
  [{ mobile: '7' }, /^The mobile number has no country: give the code of its country, such as 86\.$/],
  [{ appId: 'demo-none' }, /^There is no merchant demo-none/],
])('the user %j is rejected', async (user, text) => {
  await expect(shared().control.users.create(user)).rejects.toThrow(text)
})

test('an account of an unknown coin is rejected', async () => {
  const { accounts } = clientOf(await freshSandbox())
  const { answer } = await accounts.get.raw({ uid: 10_001, symbol: 'DOGE' })
  expect(answer).toMatchObject({ code: '120202' })
})
