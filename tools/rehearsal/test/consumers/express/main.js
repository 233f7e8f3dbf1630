import { once } from 'node:events'

import { createNodeListener } from '@custody-wallet/encryption/gateway'
import express from 'express'

import { notify, path, respond } from './scene.js'

const listen = createNodeListener(respond)
const mounts = {
  'before the parser': express().post(path, listen).use(express.json()),
  'after the parser': express().use(express.json()).post(path, listen),
  'after a text parser': express()
    .use(express.text({ type: '*/*' }))
    .post(path, listen),
  'after a parser that drops the body': express()
    .use((request, _response, next) => void request.resume().once('end', next))
    .post(path, listen),
}

for (const [mount, app] of Object.entries(mounts)) {
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  await notify(mount, `http://127.0.0.1:${server.address().port}`)
  server.close().closeAllConnections()
}
