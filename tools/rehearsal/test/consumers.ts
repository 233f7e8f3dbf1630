// Every project that installs our packages in the rehearsal. Their sources are in consumers/.
import { type RuntimeName, getVersion } from './runtimes.ts'

/** A command, and its expected outcome: the lines that it prints, or its output when it fails as it should. */
type Step = { readonly run: readonly ['node' | RuntimeName, ...string[]] } & (
  | { readonly prints: readonly string[]; readonly fails?: never }
  | { readonly fails: RegExp; readonly prints?: never }
)

type OwnPackage =
  | 'cli'
  | 'client'
  | 'demo'
  | 'encryption'
  | 'mock'
  | 'pages'
  | 'receiver'
  | 'sandbox'
  | 'server'
  | 'store'
  | 'telemetry'
  | 'types'

/** A project outside the repository that installs packages from a registry and uses them. */
export interface Consumer {
  readonly name: string
  readonly does: string
  /** Folders in `consumers/` whose files it has. */
  readonly sources: readonly string[]
  /** Packages of ours that it installs. */
  readonly packages: readonly OwnPackage[]
  /** Third-party packages with their versions. */
  readonly others?: readonly `${string}@${string}`[]
  readonly steps: readonly [Step, ...Step[]]
  /** The result in docs/where-it-runs.md; `works` without one. */
  readonly result?: string
  readonly browser?: true
}

const nodeTypes = '@types/node@26.6.6'
const typescript = { 5.9: 'typescript@5.9.3', 7: 'typescript@7.0.2' } as const

const tsc = (...args: readonly string[]) => ['node', 'node_modules/typescript/bin/tsc', ...args] as const
const vite = (...args: readonly string[]) => ['node', 'node_modules/vite/bin/vite.js', ...args] as const

const compiled = (version: keyof typeof typescript, resolution: 'nodenext' | 'bundler'): Consumer => ({
  name: `TypeScript ${version}, ${resolution}`,
  does: 'imports every entry, checks the libraries, makes a call of each family; a wrong call does not compile',
  sources: ['typescript', 'entries'],
  packages: ['client', 'encryption', 'types'],
  others: [typescript[version], nodeTypes],
  steps: [
    { run: ['node', 'entries.js'], prints: [] },
    { run: tsc('-p', `tsconfig.${resolution}.json`), prints: [] },
    { run: ['node', 'out/calls.js'], prints: ['true true BTC 2', 'v2'] },
    { run: ['node', 'out/entries.js'], prints: ['every entry'] },
    {
      run: tsc('-p', `wrong.${resolution}.json`),
      fails: /^wrong\.ts\(\d+,\d+\): error TS2322: .*'readonly string\[\]'\.\n$/,
    },
  ],
})

const javascript = { sources: ['javascript'], packages: ['client', 'encryption'] } as const

const trials = (classic: string): readonly string[] => [
  'plain: works',
  'modern: works',
  `classic: ${classic}`,
  'queries of classic: works',
  'classic with OAEP: works',
  'sealed: works',
]

const onNode = (runtime: RuntimeName): Consumer => ({
  ...javascript,
  name: `Node ${getVersion(runtime)}`,
  does: 'JavaScript modules seal and open messages with both suites, and call the mock plain and sealed',
  steps: [{ run: [runtime, 'main.js'], prints: trials('works') }],
})

const unsafe =
  'This runtime does not open PKCS#1 v1.5 blocks safely: it lacks implicit rejection. Use Node 22.20+, 24.5+ or 26.'

const sandbox = 'node_modules/@custody-wallet/sandbox/dist/cli/main.js'

// On other runtimes, v1 calls of classic have to reject PKCS#1 v1.5 and to work without it.
const elsewhere = (name: string, run: readonly [RuntimeName, ...string[]], lack: string): Consumer => ({
  ...javascript,
  name,
  does: 'the same, and starts the sandbox; v1 calls of classic reject PKCS#1 v1.5, and work with OAEP',
  packages: [...javascript.packages, 'sandbox'],
  steps: [
    { run: [...run, 'main.js'], prints: trials(`TypeError: ${unsafe}`) },
    { run: [...run, sandbox, '--state', 'state', '--exec', 'echo started'], prints: ['started'] },
  ],
  result: `works, except v1 calls of classic with PKCS#1 v1.5: ${lack}`,
})

type Packages = Consumer['others'] & {}

const backEnd = (name: string, source: string, others: Packages, prints: readonly string[]): Consumer => ({
  name,
  does: 'the gateway opens a sealed notification before and after body parsers; without a body it rejects',
  sources: ['backend', source],
  packages: ['encryption'],
  others,
  steps: [{ run: ['node', 'main.js'], prints }],
})

const received = ['before the parser: dep-1', 'after the parser: dep-1'] as const
// The caller only sees that no response came; the server logs the reason.
const lostBody =
  'after a parser that drops the body: no response: The request body has already been read. Mount the gateway before any other body reader.'

const keysInBrowser =
  'A browser must not hold merchant keys: run @custody-wallet/encryption on a server, and let the front end speak plain JSON to it.'

export const consumers: readonly Consumer[] = [
  {
    name: 'npx @custody-wallet/mock',
    does: 'starts in an empty folder and lists its calls; its commands seal a request and open the response',
    sources: ['npx'],
    packages: [],
    steps: [{ run: ['node', 'main.js'], prints: ['listed: getAccount', 'opened: 1.25'] }],
  },
  {
    name: 'npx @custody-wallet/sandbox',
    does: 'starts in an empty folder; the commands that it prints work as they are printed',
    sources: ['npx-sandbox'],
    packages: [],
    steps: [
      {
        run: ['node', 'main.js'],
        prints: ['code 0: registered', 'assigned demo-address-1', 'paid', 'mined 4 networks', 'credited 0.5'],
      },
    ],
  },
  {
    name: 'Receiver in Express 5',
    does: 'the program of the README credits a deposit that the sandbox notifies, once',
    sources: ['receiver'],
    packages: ['receiver', 'sandbox', 'store'],
    others: ['express@5.3.0'],
    steps: [{ run: ['node', 'main.js'], prints: ["[ '0.5' ]"] }],
  },
  {
    name: 'OpenTelemetry',
    does: '`--import` of the telemetry package makes spans of a call, without a change of the program',
    sources: ['telemetry'],
    packages: ['client', 'sandbox', 'telemetry'],
    others: ['@opentelemetry/api@1.10.0', '@opentelemetry/sdk-trace@3.1.1'],
    steps: [
      {
        run: ['node', '--import', './sdk.js', '--import', '@custody-wallet/telemetry/register', 'main.js'],
        prints: ['custody sign undefined', 'GET /api/mpc/wallet/open_coin HTTP_STATUS', 'listNetworks HTTP_STATUS'],
      },
    ],
  },
  {
    name: 'The command line',
    does: 'starts the installed sandbox, calls it, seals and opens a message, and finds its settings',
    sources: ['cli'],
    packages: ['cli', 'sandbox'],
    steps: [
      {
        run: ['node', 'main.js'],
        prints: [
          'custody: the command line of the custody wallet interface',
          'BTC',
          'opened: BTC',
          'detected: 1',
          'mcp: 2 custody mcp needs a package that is not installed. Run: npm install @modelcontextprotocol/server',
        ],
      },
    ],
  },
  {
    name: 'The mock in a test',
    does: 'TypeScript 7 imports every entry and checks the libraries; the mock responds in-process',
    sources: ['mock', 'entries'],
    packages: ['client', 'demo', 'mock', 'pages', 'receiver', 'sandbox', 'server', 'store', 'telemetry'],
    others: [typescript[7], nodeTypes, '@opentelemetry/api@1.10.0'],
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
    does: 'tsc --checkJs passes and the program runs; a misspelt field does not compile',
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
    does: 'require() loads every entry; seals a message and calls the mock; a deep import is rejected',
    sources: ['commonjs'],
    packages: ['client', 'encryption', 'types'],
    steps: [
      {
        run: ['node', 'main.cjs'],
        prints: ['require: every entry', 'seal: /api/v1/withdraw/consume', 'call: 1.25', 'deep import: rejected'],
      },
    ],
  },
  backEnd('Hono 4', 'hono', ['hono@4.13.19', '@hono/node-server@2.1.8'], [...received, lostBody]),
  backEnd('Express 5', 'express', ['express@5.3.0'], [...received, 'after a text parser: dep-1', lostBody]),
  backEnd('Fastify 5', 'fastify', ['fastify@5.12.8'], [...received, 'after a text parser: dep-1', lostBody]),
  {
    name: 'Vite 8 and Chromium',
    does: 'a built page of another origin shows data and an error of the mock; it rejects keys',
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
  elsewhere(`Bun ${getVersion('bun')}`, ['bun'], 'Bun cannot open it'),
  elsewhere(`Deno ${getVersion('deno')}`, ['deno', 'run', '--allow-all'], 'Deno reveals whether the padding was valid'),
  {
    name: `Node ${getVersion('node-20')}`,
    does: 'past its end of life; the mock names the versions that it needs',
    sources: [],
    packages: ['mock'],
    steps: [
      {
        run: ['node-20', 'node_modules/@custody-wallet/mock/dist/cli/main.js'],
        fails:
          /^custody-mock needs Node 22\.20\+, 24\.5\+ or 26, but this is Node 20\.\d+\.\d+\. Install a supported version\.\n$/,
      },
    ],
    result: 'not supported; the error says so',
  },
]
