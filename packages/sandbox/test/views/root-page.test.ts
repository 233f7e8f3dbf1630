import { describe, expect, test } from 'vitest'

import type { SandboxServers } from '../../src/index.ts'
import { listenForTest } from '../support/control.ts'
import { createTestSandbox } from '../support/sandbox.ts'

const serveSandbox = async (): Promise<SandboxServers> => listenForTest(await createTestSandbox())

describe('the root of a port', () => {
  test.each(['plain', 'wire'] as const)('%s describes the port and links to the console', async (port) => {
    const { control, [port]: own } = await serveSandbox()
    const response = await fetch(`${own.url}/`)
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const text = await response.text()
    expect(text).toMatch(/^This port of the custody sandbox accepts .*\n\n {2}(?:curl|custody) .*\n\n/)
    expect(text).toContain(`The console shows everything in a browser: ${control.url}/console/\n`)
    expect(text).not.toContain('ticket')
  })

  test('plain shows a working command', async () => {
    const { plain } = await serveSandbox()
    const [, address = ''] = /^ {2}curl '(.*)'$/m.exec(await (await fetch(plain.url)).text()) ?? []
    expect(await (await fetch(address)).json()).toMatchObject({ code: '0', data: { normal_balance: '0' } })
  })

  test('control redirects to the console', async () => {
    const { control } = await serveSandbox()
    const response = await fetch(`${control.url}/?of=a-browser`, { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([303, '/console/'])
    expect(await response.text()).toContain('at /console/')
  })

  test.each(['plain', 'wire', 'control'] as const)('%s accepts no calls', async (port) => {
    const { [port]: own } = await serveSandbox()
    const responses = await Promise.all([
      fetch(`${own.url}/`, { method: 'POST' }),
      fetch(`${own.url}/nothing`),
      fetch(`${own.url}//`),
    ])
    for (const { status } of responses) expect(status).toBeGreaterThanOrEqual(400)
  })
})
