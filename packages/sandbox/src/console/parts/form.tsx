// What every form has that changes something: fields that are not shown, and a button that says why it is disabled.
import type { JSX } from 'hono/jsx/jsx-runtime'

import type { PageContext } from '../page.ts'

/** Values that a form sends without showing them. */
export const Hidden = ({ values }: { readonly values: Readonly<Record<string, string>> }): JSX.Element => (
  <>
    {Object.entries(values).map(([name, value]) => (
      <input type="hidden" name={name} value={value} />
    ))}
  </>
)

/** Which page of which session sends a form, and where it leads back to. */
export const Sender = ({
  context: { formToken, onceId, path },
}: {
  readonly context: PageContext
}): JSX.Element => <Hidden values={{ form: formToken, once: onceId, back: path }} />

interface SubmitProps {
  /** Id of the form, which the id of the reason begins with. */
  readonly form: string
  readonly label: string
  readonly readOnly: boolean
  /** Why the form cannot be sent now. */
  readonly reason?: string | undefined
}

/** The button of a form, disabled with the reason if it cannot be sent. */
export function Submit({ form, label, readOnly, reason }: SubmitProps): JSX.Element {
  const disabledReason = readOnly ? 'The sandbox is read-only.' : reason
  return (
    <>
      <button
        type="submit"
        disabled={disabledReason !== undefined}
        aria-describedby={disabledReason && `${form}-why`}
      >
        {label}
      </button>
      {disabledReason && (
        <span class="why" id={`${form}-why`}>
          {disabledReason}
        </span>
      )}
    </>
  )
}
