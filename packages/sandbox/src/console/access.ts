// Access to the console: a single-use ticket or the control token starts a session in one browser.
import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Outcome of the last action of a session, until a page has shown it. */
export interface Notice {
  readonly title: string
  /** `wait` if the call succeeded but may not have had the intended effect. */
  readonly tone: 'good' | 'stop' | 'wait'
  /** The same call from a terminal. */
  readonly curl: string
  /** The response as text; empty if there is none. */
  readonly response: string
  /** What the call created or changed. */
  readonly link?: Link | undefined
  /** Id of the form that was sent, whose button gets the focus again. */
  readonly sender?: string | undefined
  /** The form of a call that was rejected, so that its page keeps the input. */
  readonly form?: RejectedForm
}

export interface Link {
  readonly text: string
  readonly href: string
}

/** The input of a form, without keys, and its mistakes by field. */
export interface RejectedForm {
  readonly call: string
  readonly texts: Readonly<Record<string, string>>
  readonly mistakes: Readonly<Record<string, string>>
}

export interface Session {
  /** Sent with each form; other sites cannot read it. */
  readonly formToken: string
  /** The chosen merchant. */
  appId?: string
  notice?: Notice | undefined
  /** Actions by the id of their page: each page accepts one. */
  readonly submissions: Map<string, Promise<unknown>>
  /** Whether the session is valid; streams check it, because they outlive their request. */
  readonly isAlive: () => boolean
}

export interface Access {
  /** Creates a ticket, which works once, for 60 seconds. */
  readonly createTicket: () => string
  /** Returns the id of a new session, or `undefined` if the ticket is used, expired or unknown. */
  readonly enter: (ticket: string) => string | undefined
  /** Returns the id of a new session, or `undefined` if the token is wrong. */
  readonly enterWithToken: (token: string) => string | undefined
  readonly findSession: (id: string) => Session | undefined
}

const lifetimes = { ticket: 60_000, session: 12 * 3_600_000 } as const
const maxEntries = 100

export interface AccessOptions {
  /** Unix milliseconds of the machine. */
  readonly machineClock: () => number
  /** Token of the control port. */
  readonly token: string
}

/** Tickets and sessions are stored by their hashes, so that the time of a look-up reveals nothing about them. */
export function createAccess({ machineClock, token }: AccessOptions): Access {
  const tickets = new Map<string, { readonly expiresAt: number }>()
  const sessions = new Map<string, Session & { readonly expiresAt: number }>()
  const getIfAlive = <Entry extends { readonly expiresAt: number }>(entry: Entry | undefined): Entry | undefined =>
    entry && entry.expiresAt > machineClock() ? entry : undefined
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

export const createSecret = (): string => randomBytes(32).toString('base64url')
const hashText = (text: string): string => hash('sha256', text)

/** Adds an entry, and removes the oldest one if there are more than 100. */
export function addBounded<Entry>(entries: Map<string, Entry>, key: string, entry: Entry): void {
  entries.set(key, entry)
  const [oldest] = entries.keys()
  if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest)
}
