// One thread of the long run: corrupts messages of one profile and posts what became of them.
import { parentPort, workerData } from 'node:worker_threads'

import { fuzz } from '../mutants/fuzz.ts'
import type { ProfileName } from '../support/sides.ts'

const { name, seed, count }: { name: ProfileName; seed: number; count: number } = workerData
parentPort?.postMessage(await fuzz(name, { seed, count }))
