// Tickets for the console.
import { MissingError } from '../errors.ts'

/** Lets a browser into the console. */
export interface TicketsControl {
  /** An address of the console that works once, for 60 seconds. */
  readonly create: () => Promise<{ readonly url: string }>
}

/** Makes tickets of the ports that the sandbox listens on. */
export const createTicketsControl = (consoleUrls: ReadonlySet<() => string>): TicketsControl => ({
  async create() {
    const [consoleUrl] = consoleUrls
    if (consoleUrl) return { url: consoleUrl() }
    throw new MissingError('The sandbox has no console without a port: call listen() first.')
  },
})
