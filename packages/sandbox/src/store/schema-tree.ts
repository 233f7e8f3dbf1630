// Checks the schema table of an image without SQLite.

const fileHeader = 100
const interiorPageType = 5
const minPageSize = 512

/**
 * Whether each page of the schema table has one parent. SQLite visits a page once for each parent, so a few pages with
 * shared children could keep it busy for years.
 */
export function hasSchemaTree(image: Uint8Array): boolean {
  const view = new DataView(image.buffer, image.byteOffset, image.byteLength)
  const size = view.getUint16(16) === 1 ? 65_536 : view.getUint16(16)
  if (size < minPageSize) return false
  const visitedPages = new Set<number>()
  const pages = [1]
  for (const page of pages) {
    if (visitedPages.has(page) || page < 1 || page * size > image.byteLength) return false
    visitedPages.add(page)
    pages.push(...listChildren(new DataView(view.buffer, view.byteOffset + (page - 1) * size, size), page))
  }
  return true
}

function listChildren(page: DataView, number: number): readonly number[] {
  const header = number === 1 ? fileHeader : 0
  if (page.getUint8(header) !== interiorPageType) return []
  const cells = page.getUint16(header + 3)
  const pointers = header + 12
  // SQLite rejects a page with cells outside of it.
  const last = page.byteLength - 4
  if (pointers + 2 * cells > last) return [0]
  return [
    page.getUint32(header + 8),
    ...Array.from({ length: cells }, (_, at) => page.getUint16(pointers + 2 * at)).map((cell) =>
      cell > last ? 0 : page.getUint32(cell),
    ),
  ]
}
