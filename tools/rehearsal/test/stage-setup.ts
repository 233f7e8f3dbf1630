// Stages the working tree once for all long tests of a run.
import type { TestProject } from 'vitest/node'

import { createTemporaryFolder } from '../../workspace/clean-up.ts'
import { root } from '../../workspace/root.ts'
import { type StagedTree, stageTree } from '../stage.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    readonly staged: StagedTree
  }
}

export default async function setup({ provide }: TestProject): Promise<() => void> {
  const folder = createTemporaryFolder('rehearsal-')
  const controller = new AbortController()
  const remove = (): void => {
    controller.abort()
    folder[Symbol.dispose]()
  }
  try {
    provide('staged', await stageTree(root, folder.path, { report: console.log, signal: controller.signal }))
    return remove
  } catch (error) {
    remove()
    throw error
  }
}
