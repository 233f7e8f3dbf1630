// Everybody who installs our packages in the rehearsal. Their sources stand in consumers/.
import type { Consumer } from './consumer.ts'
import { backEnd, compiled, elsewhere, nodeTypes, onNode, tsc, typescript } from './recipes.ts'
import { versionOf } from './runtimes.ts'

const vite = (...args: readonly string[]) => ['node', 'node_modules/vite/bin/vite.js', ...args] as const

const keysInBrowser =
  'A browser must not hold merchant keys: run @custody-wallet/encryption on a server, and let the front end speak plain JSON to it.'

const answered = ['before the parser: dep-1', 'behind the parser: dep-1'] as const
// A caller learns nothing but that there is no answer; why stands in the log of the server alone.
const unanswered =
  'behind one that keeps nothing: no answer: The request body was read already. Mount the gateway before other readers of it.'

export const consumers: readonly Consumer[] = [
  {
    name: 'npx @custody-wallet/mock',
    does: 'started from an empty folder, lists its calls; seal and open exchange encrypted messages with it',
    sources: ['npx'],
    packages: [],
    steps: [{ run: ['node', 'main.js'], prints: ['listed: getAccount', 'opened: 1.25'] }],
  },
  {
    name: 'The mock in a test',
    does: 'TypeScript 7: every entry imported, libraries checked, a call answered in-process',
    sources: ['mock', 'entries'],
    packages: ['client', 'mock'],
    others: [typescript[7], nodeTypes],
    steps: [
      { run: ['node', 'entries.js'], prints: [] },
      { run: tsc('-p', '.'), prints: [] },
      { run: ['node', 'out/calls.js'], prints: ['1.25'] },
      { run: ['node', 'out/entries.js'], prints: ['every entry'] },
    ],
  },
  compiled(5.9, 'nodenext'),
  compiled(5.9, 'bundler'),
  compiled(7, 'nodenext'),
  compiled(7, 'bundler'),
  {
    name: 'JavaScript, types by JSDoc',
    does: 'checked by tsc --checkJs and run; a misspelt member is found',
    sources: ['jsdoc'],
    packages: ['client'],
    others: [typescript[7], nodeTypes],
    steps: [
      { run: tsc('-p', '.'), prints: [] },
      { run: ['node', 'main.js'], prints: ['1.25'] },
      {
        run: tsc('-p', 'wrong.json'),
        fails: /^wrong\.js\(\d+,\d+\): error TS2561: .* Did you mean to write 'symbol'\?\n$/,
      },
    ],
  },
  {
    name: 'CommonJS',
    does: 'require() of every entry, a message sealed, the mock called; a deep import is rejected',
    sources: ['commonjs'],
    packages: ['client', 'encryption', 'types'],
    steps: [
      {
        run: ['node', 'main.cjs'],
        prints: [
          'require: every entry',
          'seal: /api/v1/withdraw/consume',
          'call: 1.25',
          'deep import: refused',
        ],
      },
    ],
  },
  backEnd({
    name: 'Hono 4',
    source: 'hono',
    others: ['hono@4.13.19', '@hono/node-server@2.1.8'],
    mounts: [...answered, unanswered],
  }),
  backEnd({
    name: 'Express 5',
    source: 'express',
    others: ['express@5.3.0'],
    mounts: [...answered, 'behind one for texts: dep-1', unanswered],
  }),
  backEnd({
    name: 'Fastify 5',
    source: 'fastify',
    others: ['fastify@5.12.8'],
    mounts: [...answered, 'behind one for texts: dep-1', unanswered],
  }),
  {
    name: 'Vite 8 and Chromium',
    does: 'a built page of another origin shows data and a failure of the mock; the browser rejects keys',
    sources: ['vite'],
    packages: ['client'],
    others: ['vite@8.3.8', 'playwright-core@1.65.1'],
    browser: true,
    steps: [
      { run: vite('build', '--logLevel', 'error'), prints: [] },
      {
        run: ['node', 'visit.js'],
        prints: ['balance: 1.25', 'failure: The user does not exist', `failure: ${keysInBrowser}`],
      },
      {
        run: vite('build', '--config', 'wrong.config.js'),
        fails: /"createParty" is not exported by ".*\/no-keys-in-browsers\.js"/,
      },
    ],
  },
  onNode('node-22'),
  onNode('node-24'),
  onNode('node-24-newest'),
  onNode('node-26'),
  elsewhere(`Bun ${versionOf('bun')}`, ['bun', 'main.js'], 'Bun cannot decrypt it'),
  elsewhere(
    `Deno ${versionOf('deno')}`,
    ['deno', 'run', '--allow-all', 'main.js'],
    'Deno reveals whether the padding was valid',
  ),
  {
    name: `Node ${versionOf('node-20')}`,
    does: 'past its end of life: the mock says which versions it needs',
    sources: [],
    packages: ['mock'],
    steps: [
      {
        run: ['node-20', 'node_modules/@custody-wallet/mock/dist/cli/main.js'],
        fails:
          /^custody-mock needs Node 22\.20 or newer in 22, 24\.5 or newer in 24, or 26\. This is 20\.\d+\.\d+\.\n$/,
      },
    ],
    result: 'not supported; the mock says so',
  },
]
