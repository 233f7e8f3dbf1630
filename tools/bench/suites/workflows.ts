// What the workflows of a client cost beside the calls that they make.
import type { Figure, Suite } from '../figure.ts'

export const workflows: Suite = {
  measures: {
    'workflows.iterate':
      'time of 1,000,000 records iterated over, against their pages fetched by hand; the service is in this process',
    'workflows.look-up': 'time of 100,000 ids looked up, against calls for 100 of them by hand',
    'workflows.memory': 'most memory at 1,000,000 records, against 100,000 of them ten times',
    'workflows.follow.row':
      'calls of a round with 10,000 open deposits in a row, against pages of 100 that hold them',
    'workflows.follow.apart':
      'the same with 90,000 final ones between them, against the fewest pages that hold them',
    'workflows.follow.stakes': 'the same with 10,000 open stakes, against look-ups of 100',
  },
  figures: async function* (): AsyncGenerator<Figure> {
    const { rounds } = await import('./workflows/rounds.ts')
    const { times } = await import('./workflows/times.ts')
    const { memory } = await import('./workflows/memory.ts')
    yield* rounds()
    yield* times()
    yield* memory()
  },
}
