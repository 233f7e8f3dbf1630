// Each page accepts one action, so a double click or a cached page does not repeat a call.
import { addBounded, type Notice, type Session } from './access.ts'
import type { PostedForm } from './posted.ts'

const duplicateNotice: Notice = {
  title: 'Not sent: you already sent a form from that page. To repeat the action, send the form on this page.',
  tone: 'stop',
  response: '',
  curl: '',
}

/** Runs the action of a page once. The next page shows the notice. */
export async function runOnce(
  session: Session,
  form: PostedForm,
  act: () => Promise<Notice | undefined>,
): Promise<void> {
  const page = form.text('once')
  const earlier = session.submissions.get(page)
  if (earlier) {
    await earlier
    // A browser shows only the response to the second click, so it must have the notice of the first.
    session.notice ??= duplicateNotice
    return
  }
  const result = act()
  // The outcome itself may be large, and have credentials of a new merchant.
  addBounded(
    session.submissions,
    page,
    result.then(() => undefined),
  )
  session.notice = await result
}
