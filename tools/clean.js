// Empties the build folder of the package it is run in, so that a file that was renamed is not published for ever.
import { rmSync } from 'node:fs'

rmSync('dist', { recursive: true, force: true })
