// Each page takes one action: a double click, or a page that the browser kept, repeats no call.
import { keep, type Notice, type Session } from './access.ts'
import type { Posted } from './posted.ts'

const again: Notice = {
  title: 'Not sent: that page had sent a form before. To do it again, send the form of this page.',
  tone: 'stop',
  answer: '',
  curl: '',
}

/** Acts for a page, and leaves the notice of what happened to the next page. A second form of the page does nothing. */
export async function once(
  session: Session,
  posted: Posted,
  act: () => Promise<Notice | undefined>,
): Promise<void> {
  const page = posted.text('once')
  const earlier = session.taken.get(page)
  if (earlier) {
    await earlier
    // A browser shows the answer to the second click only: it tells what the first one did.
    session.notice ??= again
    return
  }
  const acting = act()
  keep(session.taken, page, acting)
  session.notice = await acting
}
