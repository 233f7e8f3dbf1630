// What pages may show of a posted form. A rejected key, or a text in the wrong field, may be a private key.
import type { ControlId } from '../generated/calls.ts'
import type { RejectedForm } from './access.ts'
import { formatControlCurl } from './commands.ts'
import { listFields, type Mistake, parseParameters } from './forms.ts'

type Texts = Readonly<Record<string, string>>

/** Longer texts are not kept, because the session keeps them. */
const maxCharacters = 20_000

/** Returns the texts without private keys. */
const removePrivateKeys = (texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => !text.includes('PRIVATE KEY')))

/** Formats the curl command of an accepted call. */
export const formatAcceptedCurl = (origin: string, id: ControlId, texts: Texts): string =>
  limit(formatControlCurl(origin, id, parseParameters(id, removePrivateKeys(texts)).parameters))

/** Formats the curl command of a call that is rejected or not sent yet. */
export function formatUnsentCurl(origin: string, id: ControlId, texts: Texts): string {
  const { parameters } = parseParameters(id, removePrivateKeys(texts))
  return limit(formatControlCurl(origin, id, 'keys' in parameters ? { ...parameters, keys: {} } : parameters))
}

const limit = (text: string): string => (text.length > maxCharacters ? '' : text)

/** Keeps the input of a form that was not accepted. */
export function keepInput(id: ControlId, texts: Texts, mistakes: readonly Mistake[]): RejectedForm {
  const shown = removePrivateKeys(texts)
  const names = listFields(id).flatMap(({ name }) => (name === 'keys' ? [] : [name]))
  const kept = names.flatMap((name) => (shown[name] === undefined ? [] : [[name, shown[name]]]))
  const length = kept.reduce((sum, [, text = '']) => sum + text.length, 0)
  return {
    call: id,
    texts: length > maxCharacters ? {} : Object.fromEntries(kept),
    mistakes: Object.fromEntries(mistakes.map(({ field, text }) => [field, text])),
  }
}
