// Sends pages again as soon as their content differs, as events of the server.

export interface LiveOptions {
  /** A text that differs after anything changed that pages show. */
  readonly revision: () => Promise<string>
  readonly onError: (error: unknown) => unknown
  /** Milliseconds of a clock that never goes back; `performance.now` unless given. */
  readonly now?: () => number
  /** `setTimeout` unless given. */
  readonly wait?: (work: () => void, milliseconds: number) => NodeJS.Timeout
}

export interface Live {
  /** Streams the content of a page, now and after each change, until the reader may no longer see it. */
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

/** How often the sandbox is asked whether something changed, in milliseconds; and after how long without, too. */
const intervals = { poll: 100, renew: 1000 } as const
const limits = { subscribers: 64 } as const

/** Asks for changes only while somebody looks at a page. */
export function createLive({
  revision,
  onError,
  now = () => performance.now(),
  wait = setTimeout,
}: LiveOptions): Live {
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
    // The clock moves without changes.
    const isNew =
      currentState.revision !== lastState.revision || currentState.time - lastState.time >= intervals.renew
    if (isNew) lastState = currentState
    for (const subscriber of subscribers)
      // A page that fails must not keep the others from their changes.
      if (isNew || subscriber.lastContent === '') await send(subscriber).catch(onError)
  }

  async function send(subscriber: Subscriber): Promise<void> {
    const { stream, render } = subscriber
    // A browser that has not read the last content gets the newest one later.
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
        // Pages that take long leave as much time for calls.
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
        return new Response('Too many pages are open: close some.\n', { status: 503 })
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
