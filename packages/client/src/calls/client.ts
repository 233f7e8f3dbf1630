import type { CallDefaults } from '../call.ts'
import type { Resources } from '../generated/resources.ts'
import { applyDefaults } from './defaults.ts'
import { createFetch } from './fetch.ts'
import { createPipeline, type PipelineOptions } from './pipeline.ts'
import { createResources } from './resources.ts'

type Client<Others> = Others &
  Resources & {
    readonly fetch: ReturnType<typeof createFetch>
    readonly with: (defaults: CallDefaults) => Client<Others>
  }

/** Creates a client whose calls share a pipeline. `others` are its other fields. */
export function createClient<Others extends object>(options: PipelineOptions, others: Others): Client<Others> {
  const pipeline = createPipeline(options)
  return {
    ...others,
    ...createResources(pipeline),
    fetch: createFetch(pipeline),
    with: (defaults) => createClient(applyDefaults(options, defaults), others),
  }
}
