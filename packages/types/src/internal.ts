/**
 * Tracing, for our other packages only. Any release may change it.
 *
 * @module
 */
export {
  type AddFacts,
  type Channel,
  createChannel,
  createTracer,
  trace,
  type Traced,
  type TracedCall,
} from './tracing.ts'
