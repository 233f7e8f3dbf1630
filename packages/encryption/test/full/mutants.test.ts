import { Worker } from 'node:worker_threads'

import { describe, expect, test } from 'vitest'

import { counts, seed } from '../../../../vitest.random.ts'
import { rejectedTexts } from '../gateway/fixtures.ts'
import { formatLine, type Tally } from '../mutants/fuzz.ts'
import { type ProfileName, profileNames } from '../support/sides.ts'

// Each thread has a fixed seed.
const threads = 2

function runMutants(name: ProfileName, from: number, share: number): Promise<Tally> {
  const worker = new Worker(new URL('mutants-worker.ts', import.meta.url), {
    workerData: { name, seed: from, count: share },
    execArgv: [],
  })
  return new Promise((resolve, reject) => {
    worker.on('error', reject)
    worker.on('exit', (code) => reject(new Error(`A thread ended with ${code}.`)))
    worker.on('message', resolve)
  })
}

const sumCounts = (counts: readonly Readonly<Record<string, number>>[], name: string): number =>
  counts.reduce((sum, each) => sum + (each[name] ?? 0), 0)

describe.each(profileNames)('of %s', (name) => {
  test('mutated messages are rejected with the same response, without any other effect', async () => {
    const share = counts.mutants / threads
    const seeds = Array.from({ length: threads }, (_, thread) => seed + thread)
    const tallies = await Promise.all(seeds.map((each) => runMutants(name, each, share)))
    for (const [thread, tally] of tallies.entries()) console.log(formatLine(name, seed + thread, tally))
    const verdicts = tallies.map((tally) => tally.verdicts)
    const [all = {}] = verdicts
    const sums = Object.keys(all).map((verdict) => `${verdict} ${sumCounts(verdicts, verdict)}`)
    console.log(`mutants ${name} in all: ${share * threads}: ${sums.join(', ')}`)
    const findings = tallies.flatMap((tally) => tally.findings)
    expect(findings).toEqual([])
    expect([sumCounts(verdicts, 'accepted'), sumCounts(verdicts, 'uncaught')]).toEqual([0, 0])
    for (const { rejections } of tallies)
      expect(rejections).toEqual({
        v2: [rejectedTexts.query],
        mpc: [rejectedTexts.query],
        v1: [rejectedTexts.v1],
      })
  })
})
