import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createPayloadDraft } from '../../src/renderer/features/beneficiaries/draft-input.ts';
import { PayloadInput } from '../../src/renderer/features/beneficiaries/PayloadInput.tsx';
import { render } from './render.tsx';

const template = '{ "name": "{{Company name}}", "limit": 1250.50, "isCompany": true }';

function Editor({ text }: { readonly text: string }) {
  const [draft, setDraft] = useState(createPayloadDraft(text));
  return (
    <>
      <PayloadInput draft={draft} template={template} isLoading={false} onChange={setDraft} />
      <output>{draft.text}</output>
    </>
  );
}

const field = (name: string) => page.getByRole('textbox', { name });
const output = page.getByRole('status');

test('a typed text that is no number stays visible with an error, and the data keeps its number', async () => {
  render(<Editor text={template} />);
  await field('Limit').fill('12,50');
  await expect.element(page.getByText('Enter a number, such as 1250.50')).toBeVisible();
  await expect.element(field('Limit')).toHaveValue('12,50');
  await expect.element(output).toHaveTextContent(template);
});

test('a text that is no object is edited as JSON, with the place of its fault', async () => {
  render(<Editor text="" />);
  await field('JSON object').fill('{ "name": }');
  await expect.element(page.getByText(/^Line 1, column 11/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Edit as form' })).not.toBeInTheDocument();
});
