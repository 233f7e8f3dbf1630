import { expect, test } from 'vitest'

import { demoEnv, startCustody } from '../support/custody.ts'

test('custody sandbox passes SIGTERM on, which drains, and SIGINT, which ends the drain', async () => {
  const running = startCustody(['sandbox', '--port', '0', '--ephemeral', '--drain', '600000'], demoEnv)
  const [, url = ''] = await running.until(/(http:\/\/[\w.]+:\d+) {2}plain JSON/)
  const readStatus = async (): Promise<number> => (await fetch(`${url}/health/ready`)).status
  expect(await readStatus()).toBe(200)
  running.kill('SIGTERM')
  await expect.poll(readStatus).toBe(503)
  expect(await running.stop('SIGINT')).toBe(0)
})
