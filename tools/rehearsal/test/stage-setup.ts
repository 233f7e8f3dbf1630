// Stages the working tree once for all long tests of a run.
import type { TestProject } from 'vitest/node'

import { temporaryFolder } from '../../workspace/clean-up.ts'
import { root } from '../../workspace/root.ts'
import { type Staged, stageTree } from '../stage.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    readonly staged: Staged
  }
}

export default async function setup({ provide }: TestProject): Promise<() => void> {
  const place = temporaryFolder('rehearsal-')
  const ended = new AbortController()
  const remove = (): void => {
    ended.abort()
    place[Symbol.dispose]()
  }
  try {
    provide('staged', await stageTree(root, place.path, { report: console.log, signal: ended.signal }))
    return remove
  } catch (error) {
    remove()
    throw error
  }
}
