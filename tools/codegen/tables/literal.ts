/** Source text of an exported constant. */
export const constant = (name: string, comment: string, value: unknown): string =>
  `/** ${comment} */\nexport const ${name} = ${literal(value)} as const\n`

/** Source text of a value, with the names of members left bare where that is allowed. */
export const literal = (value: unknown): string =>
  JSON.stringify(value, undefined, 2).replaceAll(/^( *)"([A-Za-z_$][\w$]*|0|[1-9]\d*)":/gm, '$1$2:')

/** A name with its first letter in lower case. */
export const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1)
