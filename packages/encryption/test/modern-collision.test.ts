import { expect, test } from 'vitest'

import { bytesOf, md5, options, reasonOf, receiver, request, sender } from './modern-sides.ts'

// Marc Stevens' published pair: two texts of letters and digits with one MD5. Classic takes the signature of one for
// the other (see classic-signature.test.ts); modern signs the SHA-256 beside the MD5.
const twin = (letter: string) =>
  bytesOf(`TEXTCOLLBYfGiJUETHQ4h${letter}cKSMd5zYpgqf1YRDhkmxHkhPWptrkoyz28wnI9V0aHeAuaKnak`)

test('the signature of a text is refused for another text of the same MD5', async () => {
  const [one, other] = [twin('A'), twin('E')]
  expect(md5(one)).toBe(md5(other))
  const sign = await sender.envelope.sign(one, request, options)
  await expect(receiver.envelope.verify(one, sign, request, options)).resolves.toBeUndefined()
  expect(await reasonOf(() => receiver.envelope.verify(other, sign, request, options))).toBe('context')
})
