#!/usr/bin/env node
import { enableCompileCache } from 'node:module'

// Prism is large: what is compiled once need not be compiled at every start.
enableCompileCache()
const { ownTerminal, run } = await import('./run.ts')
process.exitCode = await run(process.argv.slice(2), ownTerminal())
