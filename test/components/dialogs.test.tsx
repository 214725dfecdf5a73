import { type ReactNode, useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Button } from '../../src/renderer/components/actions/Button.tsx';
import { ConfirmDialog, Dialog, DialogCancel } from '../../src/renderer/components/dialogs/Dialog.tsx';
import { FormDialog } from '../../src/renderer/components/dialogs/FormDialog.tsx';
import { TextField } from '../../src/renderer/components/fields/TextField.tsx';
import { PaydeskError } from '../../src/shared/errors.ts';
import { render } from './render.tsx';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = page.getByRole('dialog');

/** A button that opens a dialog. */
function Opener({ children }: { readonly children: (open: boolean, onClose: () => void) => ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>Open</Button>
      {children(open, () => setOpen(false))}
    </>
  );
}

/** A dialog with a field for a name, which must not be empty. */
function NameDialog({ onSubmit }: { readonly onSubmit: (name: string) => Promise<void> | void }) {
  const [name, setName] = useState('');
  const isMissing = name === '';
  return (
    <Opener>
      {(open, onClose) => (
        <FormDialog
          open={open}
          onClose={onClose}
          title="Rename beneficiary"
          cancelLabel="Cancel"
          submitLabel="Rename"
          canSubmit={!isMissing}
          onSubmit={() => onSubmit(name)}
        >
          <TextField label="Name" value={name} onChange={setName} error={isMissing ? 'Enter a name' : null} />
        </FormDialog>
      )}
    </Opener>
  );
}

async function openByKeyboard(): Promise<void> {
  await expect.element(button('Open')).toBeVisible();
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(dialog).toBeVisible();
}

test('a dialog takes the focus, keeps it, and returns it to its opener on Escape', async () => {
  render(
    <Opener>
      {(open, onClose) => (
        <Dialog
          open={open}
          onClose={onClose}
          title="Cancel batch 14?"
          actions={
            <>
              <DialogCancel>Keep batch</DialogCancel>
              <Button variant="danger">Cancel batch</Button>
            </>
          }
        />
      )}
    </Opener>,
  );
  await openByKeyboard();
  await expect.element(page.getByRole('dialog', { name: 'Cancel batch 14?' })).toHaveFocus();
  for (const name of ['Keep batch', 'Cancel batch', 'Keep batch']) {
    await userEvent.keyboard('{Tab}');
    await expect.element(button(name)).toHaveFocus();
  }
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  await expect.element(button('Cancel batch')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(button('Open')).toHaveFocus();
});

/** A button that opens a dialog, which disables or removes the button some time after it has closed. */
function LostOpener({ isRemoved, delayMs }: { readonly isRemoved: boolean; readonly delayMs: number }) {
  const [open, setOpen] = useState(false);
  const [isLost, setIsLost] = useState(false);
  const close = () => {
    setOpen(false);
    setTimeout(() => setIsLost(true), delayMs);
  };
  return (
    <>
      {!(isLost && isRemoved) && (
        <Button disabled={isLost} onPress={() => setOpen(true)}>
          Open
        </Button>
      )}
      <Dialog open={open} onClose={close} title="Cancel batch 14?" actions={null} />
    </>
  );
}

test.each([
  [true, 0],
  [true, 200],
  [false, 0],
  [false, 200],
])(
  'the focus goes to the screen when the opener is lost (removed: %s, after %i ms)',
  async (isRemoved, delayMs) => {
    render(<LostOpener isRemoved={isRemoved} delayMs={delayMs} />);
    await openByKeyboard();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(page.getByRole('main')).toHaveFocus();
  },
);

test('Escape asks before typed text is lost, and then leaves the text or the dialog', async () => {
  render(<NameDialog onSubmit={() => {}} />);
  await openByKeyboard();
  await userEvent.fill(page.getByRole('textbox', { name: 'Name' }), 'Nordvik');
  await userEvent.keyboard('{Escape}');
  await expect.element(button('Keep editing')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Nordvik');
  await userEvent.keyboard('{Escape}');
  await userEvent.click(button('Discard'));
  await expect.element(dialog).not.toBeInTheDocument();
});

test('Enter in a form moves to the invalid field, which is described by its error, and submits a valid form', async () => {
  const submitted: string[] = [];
  render(<NameDialog onSubmit={(name) => void submitted.push(name)} />);
  await openByKeyboard();
  const field = page.getByRole('textbox', { name: 'Name' });
  await expect.element(button('Rename')).toBeDisabled();
  await userEvent.click(field);
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  await expect.element(field).toHaveAccessibleDescription('Enter a name');
  await userEvent.keyboard('Nordvik{Enter}');
  await expect.poll(() => submitted).toEqual(['Nordvik']);
  await expect.element(field).not.toHaveAttribute('aria-invalid', 'true');
});

test('a form is sent once, however often it is submitted, and cannot be left while it is sent', async () => {
  const answer = Promise.withResolvers<void>();
  let submissions = 0;
  render(
    <NameDialog
      onSubmit={() => {
        submissions += 1;
        return answer.promise;
      }}
    />,
  );
  await openByKeyboard();
  await userEvent.fill(page.getByRole('textbox', { name: 'Name' }), 'Nordvik');
  await userEvent.dblClick(button('Rename'));
  await userEvent.keyboard('{Escape}');
  await expect.element(button('Rename')).toBeDisabled();
  await expect.element(button('Cancel')).toBeDisabled();
  expect(submissions).toBe(1);
  answer.reject(new PaydeskError('disk-full', 'There is no room'));
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(button('Rename')).toBeEnabled();
});

test('a confirmation starts at the harmless button, and stays open with the error when its action fails', async () => {
  render(
    <Opener>
      {(open, onClose) => (
        <ConfirmDialog
          open={open}
          onClose={onClose}
          title="Remove Nordvik?"
          lead="Its documents stay with the service."
          cancelLabel="Keep beneficiary"
          confirmLabel="Remove beneficiary"
          variant="danger"
          onConfirm={() => Promise.reject(new PaydeskError('disk-full', 'There is no room'))}
        />
      )}
    </Opener>,
  );
  await openByKeyboard();
  await expect.element(button('Keep beneficiary')).toHaveFocus();
  await userEvent.click(button('Remove beneficiary'));
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(page.getByRole('dialog', { name: 'Remove Nordvik?' })).toBeVisible();
});
