import { readTraces } from '../records/traces.ts'
import type { ControlContext } from './context.ts'
import type { RequestLog, RequestsControl } from './log.ts'

export const createRequestsControl = ({ read }: ControlContext, log: Pick<RequestLog, 'list'>): RequestsControl => ({
  async list({ subject, ...page } = {}) {
    const traces = subject ? await read(({ db }) => readTraces(db, subject)) : undefined
    return log.list(page, traces)
  },
})
