// `--import @custody-wallet/telemetry/register` starts the bridge once.
import { tracingChannel } from 'node:diagnostics_channel'

import { expect, test } from 'vitest'

import { startTelemetry } from '../src/index.ts'

const hasSubscribers = (): boolean => tracingChannel('custody:call').hasSubscribers

test('register starts the bridge, and startTelemetry returns the function that stops the same one', async () => {
  expect(hasSubscribers()).toBe(false)
  await import('../src/register.ts')
  expect(hasSubscribers()).toBe(true)
  const stops = [startTelemetry(), startTelemetry()]
  stops[0]?.()
  expect(hasSubscribers()).toBe(false)
  stops[1]?.()
  expect(hasSubscribers()).toBe(false)
})
