import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Explanation } from '../../src/renderer/app/help/Explanation.tsx';
import { useHelp } from '../../src/renderer/app/help/help.ts';
import { Dialog } from '../../src/renderer/components/dialogs/Dialog.tsx';
import { TextField } from '../../src/renderer/components/fields/TextField.tsx';
import { render } from './render.tsx';

const noChange = () => {};

const recipientIdField = (
  <TextField
    label="Recipient ID"
    explanation={<Explanation word="recipientId" />}
    value=""
    onChange={noChange}
  />
);

function HelpState() {
  const { isOpen, sectionId } = useHelp();
  return <output>{isOpen ? `Help: ${sectionId}` : 'No help'}</output>;
}

test('a word is explained beside its field, by keyboard, and its list opens the help', async () => {
  render(
    <>
      {recipientIdField}
      <HelpState />
    </>,
  );
  await expect
    .element(page.getByLabelText('Recipient ID', { exact: true }))
    .toHaveAccessibleName('Recipient ID');
  await userEvent.tab();
  await expect.element(page.getByRole('button', { name: 'What is a recipient ID?' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  const explanation = page.getByText(/^The ID that the service gave/);
  await expect.element(explanation).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(explanation).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'What is a recipient ID?' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await page.getByRole('button', { name: 'All words' }).click();
  await expect.element(page.getByText('Help: words')).toBeVisible();
});

test('in a dialog, a word is explained without a link to the help, which is behind the dialog', async () => {
  render(
    <Dialog open onClose={noChange} title="Add beneficiary" actions={null}>
      {recipientIdField}
    </Dialog>,
  );
  await page.getByRole('button', { name: 'What is a recipient ID?' }).click();
  await expect.element(page.getByText(/^The ID that the service gave/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'All words' })).not.toBeInTheDocument();
});
