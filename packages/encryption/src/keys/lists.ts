// One key, or several while they rotate.

/** Most keys of one use: one, and two more while they rotate. */
export const maxKeys = 3

const isList = <Item>(input: Item | readonly Item[]): input is readonly Item[] => Array.isArray(input)

/** Returns one key as a list, and checks that a list has one to three keys. */
export function toList<Key>(input: Key | readonly Key[], name: string): readonly Key[] {
  if (!isList(input)) return [input]
  if (input.length > 0 && input.length <= maxKeys) return input
  throw new TypeError(`${name} must contain 1 to ${maxKeys} keys, not ${input.length}.`)
}

/** Loads one key, or a list of one to three. The error for a key in a list has its index. */
export function loadList<Input, Key>(
  input: Input | readonly Input[],
  name: string,
  load: (input: Input, name: string) => Key,
): readonly Key[] {
  if (!isList(input)) return [load(input, name)]
  // Not `map`, which would skip a hole in the list.
  return Array.from(toList(input, name), (each, index) => {
    if (each === undefined || each === null) throw new TypeError(`${name}[${index}] is missing.`)
    return load(each, `${name}[${index}]`)
  })
}

/** Rejects a list that has an id or a modulus twice. */
export function checkDistinctKeys(name: string, kids: readonly string[], moduli: readonly string[] = []): void {
  if (hasDuplicates(kids)) throw new TypeError(`${name} has two keys with the same kid. Give each its own.`)
  if (hasDuplicates(moduli)) throw new TypeError(`${name} contains a key twice. Remove one of the two.`)
}

const hasDuplicates = (values: readonly string[]): boolean => new Set(values).size !== values.length
