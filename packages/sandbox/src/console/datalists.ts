import type { Control } from '../control/control.ts'

export type Datalists = Readonly<Record<'merchants' | 'networks' | 'symbols', readonly string[]>>

/** Reads the names that fields suggest. */
export async function readDatalists({ coins, merchants, networks }: Control): Promise<Datalists> {
  return {
    merchants: (await merchants.list()).map(({ appId }) => appId),
    networks: (await networks.list()).map(({ name }) => name),
    symbols: (await coins.list()).map(({ symbol }) => symbol),
  }
}
