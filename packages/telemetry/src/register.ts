/**
 * Starts the bridge: `node --import @custody-wallet/telemetry/register server.js`.
 *
 * @module
 */
import { startTelemetry } from './start.ts'

startTelemetry()
