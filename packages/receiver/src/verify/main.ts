#!/usr/bin/env node
import { runVerify } from './program.ts'

process.exitCode = await runVerify(process.argv.slice(2), {
  print: (text) => void process.stdout.write(text),
  warn: (text) => void process.stderr.write(text),
})
