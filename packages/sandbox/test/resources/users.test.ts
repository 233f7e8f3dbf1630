import { describe, expect, test } from 'vitest'

import { appIds, createClient, createTestSandbox, useSharedSandbox } from '../support/sandbox.ts'

const personal = { email: 'a@shop.example', country: '86', mobile: '13800000000', nickname: 'Ann' } as const

describe.each(appIds)('a user of %s', (appId) => {
  test('is found by e-mail address or mobile number', async () => {
    const sandbox = await createTestSandbox()
    const { users } = createClient(sandbox, appId)
    const { uid } = await sandbox.control.users.create({ appId, ...personal })
    const { email, country, mobile } = personal
    for (const lookup of [{ email }, { country, mobile }])
      expect(await users.find(lookup)).toMatchObject({ uid, nickname: 'Ann' })
  })

  test.each([
    { email: 'b@shop.example' },
    { country: '86', mobile: '13900000000' },
    { country: '1', mobile: '13800000000' },
  ])('is not found by %j', async (lookup) => {
    const sandbox = await createTestSandbox()
    await sandbox.control.users.create({ appId, ...personal })
    const { response } = await createClient(sandbox, appId).users.find.raw(lookup)
    expect(response).toMatchObject({ code: '110065' })
  })
})

test('two merchants can have users with equal data, and do not see those of the other', async () => {
  const sandbox = await createTestSandbox()
  const one = await sandbox.control.users.create({ appId: 'demo-modern', ...personal })
  const email = { email: personal.email }
  const classic = createClient(sandbox, 'demo-classic')
  expect((await classic.users.find.raw(email)).response).toMatchObject({ code: '110065' })
  const other = await sandbox.control.users.create({ appId: 'demo-classic', ...personal })
  expect(await createClient(sandbox).users.find(email)).toMatchObject({ uid: one.uid })
  expect(await classic.users.find(email)).toMatchObject({ uid: other.uid })
  const foreign = await classic.accounts.get.raw({ uid: one.uid, symbol: 'BTC' })
  expect(foreign.response).toMatchObject({ code: '110065' })
})

const getSandbox = useSharedSandbox(({ control }) => control.users.create(personal))

test.each([
  [{ email: personal.email }, /^User \d+ has this e-mail address already: use another one\.$/],
  [{ country: '86', mobile: personal.mobile }, /^User \d+ has this mobile number already: use another one\.$/],
  [{ mobile: '7' }, /^The mobile number has no country: set country to a calling code such as 86\.$/],
  [{ appId: 'demo-none' }, /^There is no merchant demo-none/],
])('the user %j is rejected', async (user, text) => {
  await expect(getSandbox().control.users.create(user)).rejects.toThrow(text)
})

test('an account of an unknown coin is rejected', async () => {
  const { accounts } = createClient(await createTestSandbox())
  const { response } = await accounts.get.raw({ uid: 10_001, symbol: 'DOGE' })
  expect(response).toMatchObject({ code: '120202' })
})
