// Counts calls of node:crypto while synchronous code runs, and restores node:crypto afterwards.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

import { getPair } from './pairs.ts'

/** Calls by name: functions of `node:crypto`, and `export` of a key object with its format. */
export function countCryptoCalls(run: () => unknown): Readonly<Record<string, number>> {
  const counts = new Map<string, number>()
  const { publicKey, privateKey } = getPair('first')
  const restore = [
    count(crypto, 'createPrivateKey', () => 'createPrivateKey'),
    count(crypto, 'createPublicKey', ([key]) =>
      key instanceof crypto.KeyObject ? 'createPublicKey of a private key' : 'createPublicKey',
    ),
    count(Object.getPrototypeOf(publicKey), 'export', getExportName),
    count(Object.getPrototypeOf(privateKey), 'export', getExportName),
  ]
  syncBuiltinESMExports()
  try {
    run()
  } finally {
    for (const undo of restore) undo()
    syncBuiltinESMExports()
  }
  return Object.fromEntries(counts)

  function count(owner: object, name: string, nameOf: (args: readonly unknown[]) => string): () => void {
    const original: unknown = Reflect.get(owner, name)
    if (typeof original !== 'function') throw new TypeError(`node:crypto has no ${name}.`)
    const counting = new Proxy(original, {
      apply(target, self, args) {
        const called = nameOf(args)
        counts.set(called, (counts.get(called) ?? 0) + 1)
        return Reflect.apply(target, self, args)
      },
    })
    Reflect.set(owner, name, counting)
    return () => void Reflect.set(owner, name, original)
  }
}

const getExportName = ([options]: readonly unknown[]): string =>
  typeof options === 'object' && options !== null && 'format' in options
    ? `export as ${String(options.format)}`
    : 'export'
