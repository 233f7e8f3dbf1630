// Bare Hono with the same response: it checks nothing.
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

import { accountResponse } from './responses.ts'

const app = new Hono()
app.get('/api/v2/account/getByUidAndSymbol', () => {
  const headers = { 'content-type': 'application/json' }
  return new Response(JSON.stringify(accountResponse), { headers })
})
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1', overrideGlobalObjects: false }, ({ port }) =>
  console.log(`http://127.0.0.1:${port}`),
)
