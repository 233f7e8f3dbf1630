// One thread of the long run. Corrupts messages of one profile and posts the results.
import { parentPort, workerData } from 'node:worker_threads'

import { fuzz } from '../mutants/fuzz.ts'
import type { ProfileName } from '../support/sides.ts'

const { name, seed, count }: { name: ProfileName; seed: number; count: number } = workerData
parentPort?.postMessage(await fuzz(name, { seed, count }))
