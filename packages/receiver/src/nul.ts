// PostgreSQL cannot store the character NUL, and tools of SQLite cut a text there.

const nul = '\u0000'

/** The notification with the text `\\u0000` for each NUL, so that every database can store it; `undefined` if it has none. */
export function escapeNul<Notification extends object>(notification: Notification): Notification | undefined {
  const fields = Object.entries(notification).filter(
    (field): field is [string, string] => typeof field[1] === 'string' && field[1].includes(nul),
  )
  if (fields.length === 0) return undefined
  const texts = fields.map(([name, text]) => [name, text.replaceAll(nul, String.raw`\u0000`)])
  return Object.assign({ ...notification }, Object.fromEntries(texts))
}
