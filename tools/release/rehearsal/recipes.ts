// Kinds of consumers that the table has several of.
import type { Consumer, Step } from './consumer.ts'
import { type RuntimeName, versionOf } from './runtimes.ts'

export const nodeTypes = '@types/node@26.6.6'
export const typescript = { 5.9: 'typescript@5.9.3', 7: 'typescript@7.0.2' } as const

/** The compiler that a consumer has installed, on any machine. */
export const tsc = (...args: readonly string[]) =>
  ['node', 'node_modules/typescript/bin/tsc', ...args] as const

/** A program in TypeScript under one version of the compiler and one way to resolve packages. */
export const compiled = (version: keyof typeof typescript, resolution: 'nodenext' | 'bundler'): Consumer => ({
  name: `TypeScript ${version}, ${resolution}`,
  does: 'every entry imported, libraries checked, a call of each family made, a wrong call rejected',
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

/** A program in JavaScript under a version of Node. */
export const onNode = (runtime: RuntimeName): Consumer => ({
  ...javascript,
  name: `Node ${versionOf(runtime)}`,
  does: 'JavaScript modules: messages sealed and opened under both profiles, the mock called plain and sealed',
  steps: [{ run: [runtime, 'main.js'], prints: trials('works') }],
})

const unsafe =
  'This runtime does not open PKCS#1 v1.5 blocks safely: take Node 22.20 or later in 22, 24.5 or later in 24, or 26.'

/** The same under a runtime that is no Node, where classic has to refuse PKCS#1 v1.5 and to work without it. */
export const elsewhere = (name: string, run: Step['run'], lack: string): Consumer => ({
  ...javascript,
  name,
  does: 'the same; classic rejects PKCS#1 v1.5 with an error, and works with OAEP envelopes',
  steps: [{ run, prints: trials(`TypeError: ${unsafe}`) }],
  result: `works, except classic with PKCS#1 v1.5: ${lack}`,
})

const trials = (classic: string): readonly string[] => [
  'plain: works',
  'modern: works',
  `classic: ${classic}`,
  'classic with OAEP: works',
  'sealed: works',
]

interface BackEnd {
  readonly name: string
  readonly source: string
  readonly others: Consumer['others'] & {}
  /** How the gateway is mounted, with what comes of a sealed notification. */
  readonly mounts: readonly string[]
}

/** A server of somebody's framework with the gateway in it. */
export const backEnd = ({ name, source, others, mounts }: BackEnd): Consumer => ({
  name,
  does: 'the gateway answers a sealed notification before and behind body parsers, and rejects a lost body',
  sources: ['backend', source],
  packages: ['encryption'],
  others,
  steps: [{ run: ['node', 'main.js'], prints: mounts }],
})
