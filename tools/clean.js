// Empties the build folder of a package, so that renamed files are not published.
import { rmSync } from 'node:fs'

rmSync('dist', { recursive: true, force: true })
