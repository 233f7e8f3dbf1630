import { createNodeListener } from '@custody-wallet/encryption/gateway'
import fastify from 'fastify'

import { notify, path, respond } from './scene.js'

const listen = createNodeListener(respond)
const never = async () => {
  throw new Error('The hook has answered.')
}
const textParser = (_request, body, done) => done(null, body)
const eater = (_request, payload, done) => void payload.resume().once('end', () => done(null, undefined))

const parsing = (...parser) => {
  const app = fastify()
  app.removeContentTypeParser('application/json')
  return app.addContentTypeParser('application/json', ...parser)
}

const mounts = {
  'before the parser': fastify().post(path, { onRequest: listen }, never),
  'after the parser': fastify().post(path, listen),
  'after a text parser': parsing({ parseAs: 'string' }, textParser).post(path, listen),
  'after a parser that drops the body': parsing(eater).post(path, listen),
}

for (const [mount, app] of Object.entries(mounts)) {
  await notify(mount, await app.listen({ host: '127.0.0.1', port: 0 }))
  await app.close()
}
