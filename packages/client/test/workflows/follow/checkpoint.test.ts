import { describe, expect, test } from 'vitest'

import { follow, memoryCheckpoint } from '../../../src/workflows/index.ts'
import { createSource } from '../../support/follower.ts'
import { catchRejection, collect, createPagingService, createRows } from '../../support/workflow-service.ts'

describe('a checkpoint of other records', () => {
  const createNamedSource = (name: string) => ({ ...createSource(createPagingService(createRows(3))), name })

  test('is rejected and unchanged', async () => {
    const checkpoint = memoryCheckpoint()
    const how = { checkpoint, once: true }
    expect(await collect(follow(createNamedSource('deposits'), how))).toHaveLength(3)
    const saved = await checkpoint.load()
    expect(await catchRejection(collect(follow(createNamedSource('minerFees'), how)))).toMatchObject({
      code: 'CHECKPOINT_MISMATCHED',
    })
    expect(await checkpoint.load()).toEqual(saved)
    expect(await collect(follow(createNamedSource('deposits'), how))).toEqual([])
  })

  test('without a name is accepted, and so is a source without a name', async () => {
    const how = { checkpoint: memoryCheckpoint({ cursor: '1', seen: [], open: [] }), once: true }
    expect(await collect(follow(createNamedSource('deposits'), how))).toHaveLength(2)
    expect(await collect(follow(createSource(createPagingService(createRows(3))), how))).toEqual([])
  })
})
