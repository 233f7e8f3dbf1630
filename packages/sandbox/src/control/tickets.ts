import { MissingError } from '../errors.ts'

/** Control calls for console tickets. */
export interface TicketsControl {
  /** Returns a console address that works once, within 60 seconds. */
  readonly create: () => Promise<{ readonly url: string }>
}

/** Creates tickets for the ports of the sandbox. */
export const createTicketsControl = (consoleUrls: ReadonlySet<() => string>): TicketsControl => ({
  async create() {
    const [consoleUrl] = consoleUrls
    if (consoleUrl) return { url: consoleUrl() }
    throw new MissingError('The console needs a port: call listen() first.')
  },
})
