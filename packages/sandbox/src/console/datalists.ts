import type { Control } from '../control/control.ts'

export type Datalists = Readonly<Record<'merchants' | 'symbols', readonly string[]>>

/** Reads the names that fields suggest. */
export async function readDatalists({ coins, merchants }: Control): Promise<Datalists> {
  return {
    merchants: (await merchants.list()).map(({ appId }) => appId),
    symbols: (await coins.list()).map(({ symbol }) => symbol),
  }
}
