/** @file The dialog for pasted references: what it leaves out, and what it fetches. */
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { PasteDialog } from '../../../src/renderer/features/proofs/PasteDialog.tsx';
import { installBridge } from '../fake-bridge.ts';
import { render } from '../render.tsx';

const email = 'Hello Anna, please\n\n1. PX261014\n2. PX261015\n..\nKind regards\nOtto';

/** Renders the dialog; returns the references of each fetch. */
function renderDialog(): string[][] {
  const fetches: string[][] = [];
  installBridge({
    'proofs.list': () => ({ rows: [], total: 0, kept: 0, keptLinks: 0, retryable: 0, removable: 0 }),
    'proofs.fetch': ({ references }) => {
      fetches.push(references);
      return { queued: references.length };
    },
  });
  render(<PasteDialog onFetched={() => {}} />);
  return fetches;
}

test('an email is fetched without its words, which are quoted with their lines while it is pasted', async () => {
  const fetches = renderDialog();
  const field = page.getByRole('textbox', { name: 'References' });
  await expect.element(field).toHaveFocus();
  await expect.element(page.getByText(/^A reference has no spaces/)).toBeVisible();
  await field.fill(email);
  await expect.element(page.getByText(/^4.texts don’t look like references and are left out$/)).toBeVisible();
  await expect.element(page.getByText(/^Line.1: “Hello Anna”/)).toBeVisible();
  await expect.element(page.getByText(/^1.text can’t be a reference$/)).toBeVisible();
  await expect.element(page.getByText(/^Line.5: “\.\.”$/)).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Fetch 2 proofs' }));
  await expect.poll(() => fetches).toEqual([['PX261014', 'PX261015']]);
});

test('texts that are left out are fetched too when the clerk selects so', async () => {
  const fetches = renderDialog();
  await page.getByRole('textbox', { name: 'References' }).fill('PX1\nPX 2');
  await userEvent.click(page.getByText('Fetch 1 text too'));
  await userEvent.click(page.getByRole('button', { name: 'Fetch 2 proofs' }));
  await expect.poll(() => fetches).toEqual([['PX1', 'PX 2']]);
});
