import type { ReactNode, Ref } from 'react';

interface DialogFormProps {
  /** Enter in a field; the button of the dialog does the same. */
  readonly onSubmit: () => void;
  readonly formRef?: Ref<HTMLFormElement>;
  readonly children: ReactNode;
}

/** Moves the focus to the first invalid field of a form. */
export function focusInvalidField(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('input[aria-invalid="true"], textarea[aria-invalid="true"]')?.focus();
}

/** The form of a dialog. Enter in a field submits it like the confirming button. */
export function DialogForm({ onSubmit, formRef, children }: DialogFormProps) {
  return (
    <form
      className="grid gap-3"
      {...(formRef === undefined ? {} : { ref: formRef })}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      {/* A form with several fields submits on Enter only if it has a submit button. */}
      <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
    </form>
  );
}
