import type { Child } from 'hono/jsx'
import type { JSX } from 'hono/jsx/jsx-runtime'

import { Button, type ButtonLook } from './button.tsx'

interface DialogProps {
  readonly id: string
  readonly title: string
  readonly children?: Child
  /** Buttons beside Cancel. */
  readonly actions?: Child
}

/** A dialog above the page. It is a popover: its button opens it, and Escape closes it, without script. */
export const Dialog = ({ id, title, children, actions }: DialogProps): JSX.Element => (
  <dialog class="ui-dialog" id={id} popover="auto" aria-labelledby={`${id}-title`}>
    <div class="ui-dialog-body">
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </div>
    <div class="ui-dialog-actions">
      <Button popovertarget={id} popovertargetaction="hide">
        Cancel
      </Button>
      {actions}
    </div>
  </dialog>
)

interface DialogButtonProps extends ButtonLook {
  readonly dialog: string
  readonly autofocus?: boolean
}

/** Opens a dialog by its id. */
export const DialogButton = ({ dialog, ...look }: DialogButtonProps): JSX.Element => (
  <Button {...look} popovertarget={dialog} aria-haspopup="dialog" />
)

interface ConfirmProps {
  readonly id: string
  /** Text of the button that opens the dialog and of the one that does it. */
  readonly action: string
  /** The question, such as `Reorganize 3 blocks?`. */
  readonly title: string
  /** What will be lost. */
  readonly children?: Child
  /** Id of the form that the confirmation submits. */
  readonly form: string
  readonly size?: ButtonLook['size']
  /** Whether the button that opens the dialog gets the focus with the page. */
  readonly isFocused?: boolean
}

/** Asks before a destructive action. */
export const Confirm = ({ id, action, title, children, form, size, isFocused = false }: ConfirmProps): JSX.Element => (
  <>
    <DialogButton dialog={id} variant="danger" size={size} autofocus={isFocused}>
      {action}
    </DialogButton>
    <Dialog
      id={id}
      title={title}
      actions={
        <Button type="submit" form={form} variant="danger">
          {action}
        </Button>
      }
    >
      {children}
    </Dialog>
  </>
)
