import { once } from 'node:events'

import { serve } from '@hono/node-server'
import { Hono } from 'hono'

import { notify, path, respond } from './scene.js'

const reading = async (context, next) => {
  await context.req.json()
  await next()
}
const again = async ({ req }) => {
  const { url, method, headers } = req.raw
  return respond(new Request(url, { method, headers, body: await req.text() }))
}

// Hono has no body parsers. A handler or a validator that reads the body first has the same effect.
const mounts = {
  'before the parser': new Hono().post(path, ({ req }) => respond(req.raw)),
  'after the parser': new Hono().use(reading).post(path, again),
  'after a parser that drops the body': new Hono().use(reading).post(path, ({ req }) => respond(req.raw)),
}

for (const [mount, app] of Object.entries(mounts)) {
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  await notify(mount, `http://127.0.0.1:${server.address().port}`)
  server.close().closeAllConnections()
}
