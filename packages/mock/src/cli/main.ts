#!/usr/bin/env node
import { startProgram } from '@custody-wallet/demo/cli'

await startProgram('custody-mock', async () => (await import('./run.ts')).run)
