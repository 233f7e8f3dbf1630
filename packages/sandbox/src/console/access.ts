// Who may use the console: a ticket of the terminal, once, or the token of the control port becomes a session of one
// browser.
import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** What happened with the last action of a session, until a page has shown it. */
export interface Notice {
  readonly title: string
  /** `wait` where the call did less than its reader may expect. */
  readonly tone: 'good' | 'stop' | 'wait'
  /** The same call from a terminal. */
  readonly curl: string
  /** The response as text; empty where there is none. */
  readonly response: string
}

/** A browser that used a ticket. */
export interface Session {
  /** Forms send it along: another page cannot know it. */
  readonly formToken: string
  /** The merchant that it shows; the first one until another is chosen. */
  appId?: string
  notice?: Notice | undefined
  /** Actions of pages, by the id of the page: each page takes one. */
  readonly submissions: Map<string, Promise<unknown>>
  /** Whether it has not ended: a stream of a page outlives its request. */
  readonly isAlive: () => boolean
}

export interface Access {
  /** Makes a ticket: it works once, for 60 seconds. */
  readonly createTicket: () => string
  /** Id of a new session for a ticket; `undefined` for a ticket that was used, is late or unknown. */
  readonly enter: (ticket: string) => string | undefined
  /** Id of a new session for the token of the control port. */
  readonly enterWithToken: (token: string) => string | undefined
  readonly findSession: (id: string) => Session | undefined
}

const lifetimes = { ticket: 60_000, session: 12 * 3_600_000 } as const
const maxEntries = 100

export interface AccessOptions {
  /** Unix milliseconds of the machine, for tickets and sessions. */
  readonly machineClock: () => number
  /** Token of the control port. */
  readonly token: string
}

/** Keeps tickets and sessions by their hashes, so that comparing them tells nothing about them. */
export function createAccess({ machineClock, token }: AccessOptions): Access {
  const tickets = new Map<string, { readonly expiresAt: number }>()
  const sessions = new Map<string, Session & { readonly expiresAt: number }>()
  const getIfAlive = <Entry extends { readonly expiresAt: number }>(
    entry: Entry | undefined,
  ): Entry | undefined => (entry && entry.expiresAt > machineClock() ? entry : undefined)
  const tokenHash = hash('sha256', token, 'buffer')

  function createSession(): string {
    const id = createSecret()
    const key = hashText(id)
    addBounded(sessions, key, {
      expiresAt: machineClock() + lifetimes.session,
      formToken: createSecret(),
      submissions: new Map(),
      isAlive: () => getIfAlive(sessions.get(key)) !== undefined,
    })
    return id
  }

  return {
    createTicket() {
      const ticket = createSecret()
      addBounded(tickets, hashText(ticket), { expiresAt: machineClock() + lifetimes.ticket })
      return ticket
    },
    enter(ticket) {
      const key = hashText(ticket)
      const isValid = getIfAlive(tickets.get(key)) !== undefined
      tickets.delete(key)
      return isValid ? createSession() : undefined
    },
    enterWithToken: (input) =>
      timingSafeEqual(hash('sha256', input, 'buffer'), tokenHash) ? createSession() : undefined,
    findSession: (id) => getIfAlive(sessions.get(hashText(id))),
  }
}

/** A text that cannot be guessed. */
export const createSecret = (): string => randomBytes(32).toString('base64url')
const hashText = (text: string): string => hash('sha256', text)

/** Adds an entry; the oldest one goes where there are too many. */
export function addBounded<Entry>(entries: Map<string, Entry>, key: string, entry: Entry): void {
  entries.set(key, entry)
  const [oldest] = entries.keys()
  if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest)
}
