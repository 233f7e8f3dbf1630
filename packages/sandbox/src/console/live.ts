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

/** A page in one browser. */
export interface LivePage {
  /** Pages with the same key are rendered once for all browsers. */
  readonly key: string
  readonly render: () => Promise<string>
  /** Adds what belongs to this browser. */
  readonly personalize: (content: string) => string
  readonly isAllowed: () => boolean
}

export interface Live {
  /** Streams the content of a page, now and after each change, while `isAllowed` returns true. */
  readonly subscribe: (page: LivePage) => Response
  /** Ends all streams. */
  readonly close: () => void
}

interface Subscriber {
  readonly page: LivePage
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
    endStreams(({ page }) => !page.isAllowed())
    const currentState = { revision: await revision(), time: Date.now() }
    // Pages show the clock, which moves without changes.
    const isNew = currentState.revision !== lastState.revision || currentState.time - lastState.time >= intervals.renew
    if (isNew) lastState = currentState
    const contents = new Map<string, Promise<string>>()
    for (const subscriber of subscribers)
      // A page that fails must not block the others.
      if (isNew || subscriber.lastContent === '') await send(subscriber, contents).catch(onError)
  }

  async function send(subscriber: Subscriber, contents: Map<string, Promise<string>>): Promise<void> {
    const { stream, page } = subscriber
    // A slow browser gets only the newest content later.
    if ((stream.desiredSize ?? 0) < 0) {
      subscriber.lastContent = ''
      return
    }
    const rendering = contents.get(page.key) ?? page.render()
    contents.set(page.key, rendering)
    const content = await rendering
    if (content === subscriber.lastContent || !subscribers.has(subscriber)) return
    subscriber.lastContent = content
    stream.enqueue(encoder.encode(`data: ${JSON.stringify(page.personalize(content))}\n\n`))
  }

  function schedulePoll(pause: number): void {
    timer = wait(() => {
      const startTime = now()
      poll().then(
        () => reschedulePoll(computePause(now() - startTime)),
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
    subscribe(page) {
      if (isClosed || subscribers.size >= limits.subscribers)
        return new Response('Too many console pages are open: the limit is 64. Close some.\n', {
          status: 503,
        })
      let newSubscriber: Subscriber | undefined
      const body = new ReadableStream<Uint8Array>({
        start(stream) {
          newSubscriber = { page, stream, lastContent: '' }
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

/** Rendering takes at most a tenth of the time, unless a pause of about a second is too short for that. */
const computePause = (renderTime: number): number =>
  Math.max(intervals.poll, Math.min(9 * renderTime, renderTime + intervals.renew))

const encoder = new TextEncoder()
