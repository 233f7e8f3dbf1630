// `npm start` runs this after the build: the docs site, both mocks and the sandbox over HTTP on loopback.
import { startProgram } from '@custody-wallet/demo/cli'

await startProgram('custody-serve', async () => (await import('./run.ts')).run)
