// A sandbox in a process of its own, for tests that kill it: program.ts FILE KEYS
import { createSandbox } from '../../src/index.ts'

const [data, directory] = process.argv.slice(2)
const sandbox = await createSandbox({ data, directory, seed: 'test' })
const { plain } = await sandbox.listen()
console.log(plain.url)
