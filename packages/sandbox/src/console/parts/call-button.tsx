import { Button, type ButtonLook, Confirm } from '@custody-wallet/pages'
import type { JSX } from 'hono/jsx/jsx-runtime'

import type { ControlId } from '../../generated/calls.ts'
import type { PageContext } from '../page.ts'
import { formatFormId, CallFields } from './form.tsx'

interface CallButtonProps extends Pick<ButtonLook, 'icon' | 'size' | 'variant'> {
  readonly context: PageContext
  readonly id: ControlId
  /** Parameters of the call. */
  readonly preset?: Readonly<Record<string, string>>
  readonly label: string
  /** The question of the confirmation; the label unless given. */
  readonly question?: string
  /** What a destructive call changes: it asks for confirmation with this sentence. */
  readonly warning?: string | undefined
}

/** A button that makes a control call without further input, then shows its page again. */
export function CallButton({
  context,
  id,
  preset = {},
  label,
  question = `${label}?`,
  warning,
  ...look
}: CallButtonProps): JSX.Element {
  const form = formatFormId(id, preset)
  const isSent = context.sender === form
  return (
    <form method="post" action="/console/call" class="call-button" id={form}>
      <CallFields context={context} id={id} form={form} values={preset} />
      {context.readOnly ? (
        <Button type="submit" disabled title="This sandbox is read-only." {...look}>
          {label}
        </Button>
      ) : warning === undefined ? (
        <Button type="submit" autofocus={isSent} {...look}>
          {label}
        </Button>
      ) : (
        <Confirm isFocused={isSent} id={`${form}-confirm`} form={form} action={label} title={question} size={look.size}>
          <p>{warning}</p>
        </Confirm>
      )}
    </form>
  )
}
