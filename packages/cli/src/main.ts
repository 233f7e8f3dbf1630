#!/usr/bin/env node
import { startProgram } from '@custody-wallet/demo/cli'

await startProgram('custody', async () => (await import('./program.ts')).run)
