// Compares the reports of this build with the committed ones.

interface Report {
  readonly file: string
  readonly before: string
  readonly after: string
}

const instruction = 'If this is intended, run `npm run generate` and commit the report.'
const maxLines = 5

/** The first removed and added lines of a report, as in a patch. */
export function findChanges({ file, before, after }: Report): readonly string[] {
  if (before === after) return []
  const [old, now] = [before.split('\n'), after.split('\n')]
  while (old.length > 0 && old[0] === now[0]) [old, now].forEach((lines) => lines.shift())
  while (old.length > 0 && old.at(-1) === now.at(-1)) [old, now].forEach((lines) => lines.pop())
  return [
    `The public surface differs from its report api/${file}:`,
    ...old.slice(0, maxLines).map((line) => `- ${line}`),
    ...now.slice(0, maxLines).map((line) => `+ ${line}`),
    instruction,
  ]
}

/** Files in api/ that belong to a removed package. */
export function findLeftOver(files: readonly string[], names: readonly string[]): readonly string[] {
  const own = new Set(['released', ...names.flatMap((name) => [`${name}.md`, `${name}.contents.txt`])])
  return files.filter((name) => !own.has(name)).map((name) => `api/${name} belongs to no package: delete it.`)
}
