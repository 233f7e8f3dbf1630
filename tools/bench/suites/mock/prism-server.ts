// Prism's own server: validates requests, but not responses, and does not log.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import { getHttpOperationsFromSpec } from '@stoplight/prism-http'
import { createServer } from '@stoplight/prism-http-server'

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'success']
const silent = Object.fromEntries(levels.map((level) => [level, () => {}]))
const logger: object = { ...silent, child: () => logger }

const file = createRequire(import.meta.url).resolve('@custody-wallet/types/openapi/plain.json')
const document: object = JSON.parse(readFileSync(file, 'utf8'))
const server = createServer(await getHttpOperationsFromSpec(document), {
  components: { logger },
  cors: true,
  config: {
    isProxy: false,
    mock: { dynamic: false },
    errors: false,
    validateRequest: true,
    validateResponse: false,
    checkSecurity: false,
    upstreamProxy: undefined,
  },
})
console.log(await server.listen(0, '127.0.0.1'))
