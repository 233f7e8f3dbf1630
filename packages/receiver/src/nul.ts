// PostgreSQL cannot store NUL, and tools of SQLite cut strings there.
const nul = '\u0000'

/** Replaces each NUL of a notification by the text `\\u0000`. Returns `undefined` without NUL. */
export function escapeNul<Notification extends object>(notification: Notification): Notification | undefined {
  const fields = Object.entries(notification).filter(
    (field): field is [string, string] => typeof field[1] === 'string' && field[1].includes(nul),
  )
  if (fields.length === 0) return undefined
  const texts = fields.map(([name, text]) => [name, text.replaceAll(nul, String.raw`\u0000`)])
  return Object.assign({ ...notification }, Object.fromEntries(texts))
}
