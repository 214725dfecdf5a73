import type { ReactNode } from 'react';

export interface DialogFormProps {
  /** Enter in a field; the button of the dialog does the same. */
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** The fields of a dialog. Enter in one of them is the same as the button that acts. */
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
      {/* Without a button of its own a form of several fields would not hear Enter. */}
      <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
    </form>
  );
}
