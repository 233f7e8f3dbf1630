// Sends pages again when their content changes, as server-sent events.

export interface LiveOptions {
  /** Changes whenever data that pages show changes. */
  readonly revision: () => Promise<string>
  readonly onError: (error: unknown) => unknown
  /** Milliseconds of a clock that never goes back; `performance.now` unless given. */
  readonly now?: () => number
  /** `setTimeout` unless given. */
  readonly wait?: (work: () => void, milliseconds: number) => NodeJS.Timeout
}

export interface Live {
  /** Streams the content of a page, now and after each change, while `isAllowed` returns true. */
  readonly subscribe: (render: () => Promise<string>, isAllowed: () => boolean) => Response
  /** Ends all streams. */
  readonly close: () => void
}

interface Subscriber {
  readonly render: () => Promise<string>
  readonly isAllowed: () => boolean
  readonly stream: ReadableStreamDefaultController<Uint8Array>
  lastContent: string
}

/** Milliseconds between checks for changes, and after which a page is sent without a change. */
const intervals = { poll: 100, renew: 1000 } as const
const limits = { subscribers: 64 } as const

/** Checks for changes only while a page is open. */
export function createLive({ revision, onError, now = () => performance.now(), wait = setTimeout }: LiveOptions): Live {
  const subscribers = new Set<Subscriber>()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let lastState = { revision: '', time: 0 }

  function endStreams(isEnding: (subscriber: Subscriber) => boolean): void {
    for (const subscriber of subscribers) {
      if (!isEnding(subscriber)) continue
      subscribers.delete(subscriber)
      subscriber.stream.close()
    }
  }

  async function poll(): Promise<void> {
    endStreams(({ isAllowed }) => !isAllowed())
    const currentState = { revision: await revision(), time: Date.now() }
    // Pages show the clock, which moves without changes.
    const isNew = currentState.revision !== lastState.revision || currentState.time - lastState.time >= intervals.renew
    if (isNew) lastState = currentState
    for (const subscriber of subscribers)
      // A page that fails must not block the others.
      if (isNew || subscriber.lastContent === '') await send(subscriber).catch(onError)
  }

  async function send(subscriber: Subscriber): Promise<void> {
    const { stream, render } = subscriber
    // A slow browser gets only the newest content later.
    if ((stream.desiredSize ?? 0) < 0) {
      subscriber.lastContent = ''
      return
    }
    const content = await render()
    if (content === subscriber.lastContent || !subscribers.has(subscriber)) return
    subscriber.lastContent = content
    stream.enqueue(encoder.encode(`data: ${JSON.stringify(content)}\n\n`))
  }

  function schedulePoll(pause: number): void {
    timer = wait(() => {
      const startTime = now()
      poll().then(
        // Leaves at least as much time for calls as rendering took.
        () => reschedulePoll(Math.max(intervals.poll, now() - startTime)),
        (error: unknown) => {
          onError(error)
          reschedulePoll(intervals.renew)
        },
      )
    }, pause)
    timer.unref()
  }

  function reschedulePoll(pause: number): void {
    timer = undefined
    if (subscribers.size > 0) schedulePoll(pause)
  }

  return {
    subscribe(render, isAllowed) {
      if (isClosed || subscribers.size >= limits.subscribers)
        return new Response('Too many console pages are open: the limit is 64. Close some.\n', {
          status: 503,
        })
      let newSubscriber: Subscriber | undefined
      const body = new ReadableStream<Uint8Array>({
        start(stream) {
          newSubscriber = { render, isAllowed, stream, lastContent: '' }
          subscribers.add(newSubscriber)
          stream.enqueue(encoder.encode('retry: 1000\n\n'))
          if (!timer) schedulePoll(intervals.poll)
        },
        cancel() {
          if (newSubscriber) subscribers.delete(newSubscriber)
        },
      })
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    },
    close() {
      isClosed = true
      clearTimeout(timer)
      endStreams(() => true)
    },
  }
}

const encoder = new TextEncoder()
