import { type ReactNode, useRef } from 'react';
import type { PaydeskError } from '../../../shared/errors.ts';
import { Button, type ButtonVariant } from '../actions/Button.tsx';
import { useAsyncAction } from '../actions/use-async-action.ts';
import { ErrorNotice } from '../messages/ErrorNotice.tsx';
import { Dialog, DialogCancel, type DialogProps } from './Dialog.tsx';
import { DialogForm, focusInvalidField } from './DialogForm.tsx';

interface FormDialogProps extends Omit<DialogProps, 'actions' | 'children' | 'dismissable' | 'dirty'> {
  readonly cancelLabel: string;
  /** Verb and object: *Rename beneficiary*. */
  readonly submitLabel: string;
  readonly submitVariant?: ButtonVariant;
  /** A quiet further action on the input; its error is shown like that of `onSubmit`. */
  readonly secondary?: {
    readonly label: string;
    readonly disabled: boolean;
    readonly onPress: () => Promise<void>;
  };
  /** False while the input is incomplete. */
  readonly canSubmit?: boolean;
  /** Explains what is missing; `null` when the form can be submitted. */
  readonly disabledReason?: string | null;
  /** The dialog is busy until the promise settles, and shows its error. The caller closes the dialog. */
  readonly onSubmit: () => Promise<void> | void;
  /** Shows an error of `onSubmit`; as a notice by default. */
  readonly renderError?: (error: PaydeskError) => ReactNode;
  /** The fields; a function when they are disabled while the dialog is busy. */
  readonly children: ReactNode | ((busy: boolean) => ReactNode);
}

/** A dialog with one form. Enter in a field submits it, or moves the focus to the first invalid field. */
export function FormDialog(props: FormDialogProps) {
  const { cancelLabel, submitLabel, submitVariant = 'primary', secondary, ...form } = props;
  const { canSubmit = true, disabledReason = null, onSubmit, ...dialog } = form;
  const { renderError = (error) => <ErrorNotice error={error} />, children, ...dialogProps } = dialog;
  const { busy, error, run, dismiss } = useAsyncAction();
  const formElement = useRef<HTMLFormElement>(null);
  const submit = () => {
    if (canSubmit && disabledReason === null) void run(async () => onSubmit());
    else focusInvalidField(formElement.current);
  };
  return (
    <Dialog
      {...dialogProps}
      onClose={() => {
        dismiss();
        dialogProps.onClose();
      }}
      dismissable={!busy}
      actions={
        <>
          <DialogCancel disabled={busy}>{cancelLabel}</DialogCancel>
          {secondary !== undefined && (
            <Button disabled={busy || secondary.disabled} onPress={() => void run(secondary.onPress)}>
              {secondary.label}
            </Button>
          )}
          <Button
            variant={submitVariant}
            disabled={busy || !canSubmit}
            disabledReason={disabledReason}
            onPress={submit}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <DialogForm onSubmit={submit} formRef={formElement}>
        {typeof children === 'function' ? children(busy) : children}
      </DialogForm>
      {error !== null && renderError(error)}
    </Dialog>
  );
}
