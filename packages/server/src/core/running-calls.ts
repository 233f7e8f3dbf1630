import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export interface RunningCalls {
  /** Registers a call. Returns `false` if it must be ignored. */
  readonly begin: (socket: Socket, response: ServerResponse) => boolean
  /** Closes each connection after the response to its last call. */
  readonly end: () => void
  readonly isEnding: () => boolean
}

/** Tracks running calls, because busy kept-alive connections would outlast every grace period. */
export function trackCalls(): RunningCalls {
  const last = new Map<Socket, ServerResponse>()
  let isEnding = false
  return {
    begin(socket, response) {
      const earlier = last.get(socket)
      // An earlier response closes this connection, so this call could not get one.
      if (isEnding && earlier?.writableFinished === false) return false
      if (isEnding) response.setHeader('connection', 'close')
      // One listener per socket costs less than one per response.
      if (!earlier) socket.once('close', () => last.delete(socket))
      last.set(socket, response)
      return true
    },
    end() {
      isEnding = true
      for (const response of last.values()) if (!response.headersSent) response.setHeader('connection', 'close')
    },
    isEnding: () => isEnding,
  }
}
