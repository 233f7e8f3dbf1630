/**
 * Spans and metrics of OpenTelemetry.
 *
 * @module
 */
export { createTraceHeaders } from './contexts.ts'
export { startTelemetry } from './start.ts'
