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
  sent: string
}

/** How often the sandbox is asked whether something changed, in milliseconds; and after how long without, too. */
const pace = { look: 100, renew: 1000 } as const
const most = { subscribers: 64 } as const

/** Asks for changes only while somebody looks at a page. */
export function liveOf({
  revision,
  onError,
  now = () => performance.now(),
  wait = setTimeout,
}: LiveOptions): Live {
  const subscribers = new Set<Subscriber>()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let seen = { revision: '', time: 0 }

  function endStreams(isEnding: (subscriber: Subscriber) => boolean): void {
    for (const subscriber of subscribers) {
      if (!isEnding(subscriber)) continue
      subscribers.delete(subscriber)
      subscriber.stream.close()
    }
  }

  async function look(): Promise<void> {
    endStreams(({ isAllowed }) => !isAllowed())
    const present = { revision: await revision(), time: Date.now() }
    // The clock moves without changes.
    const isNew = present.revision !== seen.revision || present.time - seen.time >= pace.renew
    if (isNew) seen = present
    for (const subscriber of subscribers)
      // A page that fails must not keep the others from their changes.
      if (isNew || subscriber.sent === '') await send(subscriber).catch(onError)
  }

  async function send(subscriber: Subscriber): Promise<void> {
    const { stream, render } = subscriber
    // A browser that has not read the last content gets the newest one later.
    if ((stream.desiredSize ?? 0) < 0) {
      subscriber.sent = ''
      return
    }
    const content = await render()
    if (content === subscriber.sent || !subscribers.has(subscriber)) return
    subscriber.sent = content
    stream.enqueue(encoder.encode(`data: ${JSON.stringify(content)}\n\n`))
  }

  function next(pause: number): void {
    timer = wait(() => {
      const began = now()
      look().then(
        // Pages that take long leave as much time for calls.
        () => again(Math.max(pace.look, now() - began)),
        (error: unknown) => {
          onError(error)
          again(pace.renew)
        },
      )
    }, pause)
    timer.unref()
  }

  function again(pause: number): void {
    timer = undefined
    if (subscribers.size > 0) next(pause)
  }

  return {
    subscribe(render, isAllowed) {
      if (isClosed || subscribers.size >= most.subscribers)
        return new Response('Too many pages are open: close some.\n', { status: 503 })
      let own: Subscriber | undefined
      const body = new ReadableStream<Uint8Array>({
        start(stream) {
          own = { render, isAllowed, stream, sent: '' }
          subscribers.add(own)
          stream.enqueue(encoder.encode('retry: 1000\n\n'))
          if (!timer) next(pace.look)
        },
        cancel() {
          if (own) subscribers.delete(own)
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
