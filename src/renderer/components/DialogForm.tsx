import type { ReactNode } from 'react';

interface DialogFormProps {
  /** Enter in a field; the button of the dialog does the same. */
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** The form of a dialog. Enter in a field submits it like the confirming button. */
export function DialogForm({ onSubmit, children }: DialogFormProps) {
  return (
    <form
      className="dialog-form"
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
