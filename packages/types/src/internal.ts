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
  readTraceparent,
  trace,
  type Traced,
  type TracedCall,
  type TracedRequest,
} from './tracing.ts'
