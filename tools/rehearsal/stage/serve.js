// A registry with only our packages, on this machine. It prints its address, and ends when its parent ends.
import { join } from 'node:path'

import { runServer } from 'verdaccio'

const storage = join(process.cwd(), 'storage')
const ours = { access: '$all', publish: '$all' }
const server = await runServer({
  configPath: join(process.cwd(), 'config.yaml'),
  storage,
  uplinks: {},
  packages: { '@custody-wallet/*': ours },
  auth: {},
  web: { enable: false },
  log: { type: 'stdout', format: 'json', level: 'error' },
})
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/`))
process.stdin.resume().once('end', () => process.exit())
