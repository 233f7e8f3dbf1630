// A registry that knows our packages alone, for this machine alone. It prints its address, and ends with its parent.
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
