// Real servers, before and after their body parsers.
import { createServer, type Server } from 'node:http'

import express, { type Express } from 'express'
import fastify from 'fastify'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'

import type { Receiver } from '../src/index.ts'
import { platform, createShop } from './support/shop.ts'

type Start = (receiver: Receiver) => Promise<string>

async function readAddress(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}

const startExpress =
  (prepare: (app: Express) => unknown): Start =>
  (receiver) => {
    const app = express()
    prepare(app)
    app.post('/api/v1/*splat', receiver.listener)
    return readAddress(createServer(app))
  }

const servers: Readonly<Record<string, Start>> = {
  'node:http': (receiver) => readAddress(createServer(receiver.listener)),
  Express: startExpress(() => {}),
  'Express after express.json()': startExpress((app) => app.use(express.json())),
  'Express after express.text()': startExpress((app) => app.use(express.text({ type: '*/*' }))),
  'Express after express.raw()': startExpress((app) => app.use(express.raw({ type: '*/*' }))),
  async Fastify(receiver) {
    const app = fastify()
    // Fastify would parse the body itself.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', (_request, _payload, done) => done(null))
    app.post('/api/v1/*', receiver.listener)
    onTestFinished(() => app.close())
    return app.listen({ host: '127.0.0.1', port: 0 })
  },
  async 'Fastify after its JSON parser'(receiver) {
    const app = fastify()
    app.post('/api/v1/*', receiver.listener)
    onTestFinished(() => app.close())
    return app.listen({ host: '127.0.0.1', port: 0 })
  },
  async Hono(receiver) {
    const { serve } = await import('@hono/node-server')
    const app = new Hono()
    app.post('/api/v1/*', ({ req }) => receiver.fetch(req.raw))
    return new Promise((resolve) => {
      const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
        resolve(`http://127.0.0.1:${port}`),
      )
      onTestFinished(() => void server.close())
    })
  },
}

test.each(Object.entries(servers))('%s credits 5 copies once, and responds to each', async (_name, start) => {
  const { receiver, deposits, transfers } = createShop()
  const url = await start(receiver)
  const replies = await platform.send(url, platform.signDeposit({ amount: '0.5' }), { copies: 5 })
  expect(replies.map(({ status, code }) => `${status} ${code}`)).toEqual(Array.from({ length: 5 }, () => '200 0'))
  await platform.send(url, platform.signInternal(), { copies: 2 })
  expect([deposits.length, transfers.length]).toEqual([1, 1])
})
