// One key, or several while they rotate.

const maxKeys = 3

const isList = <Item>(input: Item | readonly Item[]): input is readonly Item[] => Array.isArray(input)

/** One key as a list, or a list of one to three. */
export function toList<Key>(input: Key | readonly Key[], name: string): readonly Key[] {
  if (!isList(input)) return [input]
  if (input.length > 0 && input.length <= maxKeys) return input
  throw new TypeError(`${name} must contain one to ${maxKeys} keys; it contains ${input.length}.`)
}

/** Loads one key, or a list of one to three. The name of a key in a list has its index. */
export function loadList<Input, Key>(
  input: Input | readonly Input[],
  name: string,
  load: (input: Input, name: string) => Key,
): readonly Key[] {
  if (!isList(input)) return [load(input, name)]
  // A hole in the list counts as missing, and `map` would skip it.
  return Array.from(toList(input, name), (each, index) => {
    if (each === undefined || each === null) throw new TypeError(`${name}[${index}] is missing.`)
    return load(each, `${name}[${index}]`)
  })
}

/** Rejects a list with one id or one modulus twice. */
export function checkDistinctKeys(
  name: string,
  kids: readonly string[],
  moduli: readonly string[] = [],
): void {
  if (hasDuplicates(kids)) throw new TypeError(`${name} has two keys with the same kid: give each its own.`)
  if (hasDuplicates(moduli)) throw new TypeError(`${name} contains one key twice: remove one of the two.`)
}

const hasDuplicates = (values: readonly string[]): boolean => new Set(values).size !== values.length
