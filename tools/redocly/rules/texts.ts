/** Tells whether a name is written in kebab case. */
export const isKebab = (name: string): boolean => /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)

/** Tells whether a text reads as a description does: it starts with a capital letter, without an article, and ends. */
export const isSentence = (text: string): boolean => /^(?!(?:The|A|An) )[A-Z`0-9][^]*\.$/.test(text)
