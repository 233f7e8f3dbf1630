// Each page takes one action: a double click, or a page that the browser kept, repeats no call.
import { addBounded, type Notice, type Session } from './access.ts'
import type { PostedForm } from './posted.ts'

const duplicateNotice: Notice = {
  title: 'Not sent: that page had sent a form before. To do it again, send the form of this page.',
  tone: 'stop',
  response: '',
  curl: '',
}

/** Acts for a page, and leaves the notice of what happened to the next page. A second form of the page does nothing. */
export async function runOnce(
  session: Session,
  form: PostedForm,
  act: () => Promise<Notice | undefined>,
): Promise<void> {
  const page = form.text('once')
  const earlier = session.submissions.get(page)
  if (earlier) {
    await earlier
    // A browser shows the response to the second click only: it tells what the first one did.
    session.notice ??= duplicateNotice
    return
  }
  const result = act()
  addBounded(session.submissions, page, result)
  session.notice = await result
}
