// Serves the compiled programs of docs/frameworks.md on free ports, and prints their addresses: serve.js UID
import { once } from 'node:events'
import { createServer } from 'node:http'
import { Readable } from 'node:stream'

import { createAdaptorServer } from '@hono/node-server'
import { NestFactory } from '@nestjs/core'
import { NextRequest } from 'next/server.js'

import { POST } from './compiled/app/api/v1/[...path]/route.js'
import { GET } from './compiled/app/balance/route.js'
import { app as expressApp } from './compiled/express-app.js'
import { app as fastifyApp } from './compiled/fastify-app.js'
import { app as honoApp } from './compiled/hono-app.js'
import { ShopModule } from './compiled/shop-module.js'
import { sessions } from './compiled/shop.js'

const host = '127.0.0.1'
sessions.set('session=one', Number(process.argv[2]))

async function listen(server) {
  await once(server.listen(0, host), 'listening')
  return `http://${host}:${server.address().port}`
}

/** Calls the route handlers with the requests of Next. */
async function respondAsNext(incoming, outgoing) {
  const { method, url, headers } = incoming
  const body = method === 'POST' && { body: Readable.toWeb(incoming), duplex: 'half' }
  const request = new NextRequest(new URL(url, `http://${host}`), { method, headers, ...body })
  const response = await (method === 'POST' ? POST(request) : GET(request))
  outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text())
}

const nest = await NestFactory.create(ShopModule, { logger: false })
await nest.listen(0, host)
const addresses = {
  Express: await listen(createServer(expressApp)),
  Fastify: await fastifyApp.listen({ host, port: 0 }),
  Hono: await listen(createAdaptorServer({ fetch: honoApp.fetch })),
  NestJS: await nest.getUrl(),
  'Next.js': await listen(createServer(respondAsNext)),
}
console.log(JSON.stringify(addresses))
