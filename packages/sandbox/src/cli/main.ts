#!/usr/bin/env node
import { startProgram } from '@custody-wallet/server/cli'

await startProgram('custody-sandbox', async () => (await import('./run.ts')).run)
