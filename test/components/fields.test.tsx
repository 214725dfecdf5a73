import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { NumberField } from '../../src/renderer/components/fields/NumberField.tsx';
import { SecretField } from '../../src/renderer/components/fields/SecretField.tsx';
import { Select } from '../../src/renderer/components/fields/Select.tsx';
import { TextArea, TextField } from '../../src/renderer/components/fields/TextField.tsx';
import { render } from './render.tsx';

const noChange = () => {};

test.each([
  ['TextField', TextField],
  ['TextArea', TextArea],
  ['SecretField', SecretField],
])('%s has its label as name, and its hint or else its error as description', async (_name, Field) => {
  const update = render(<Field label="Reference" hint="As in the list" value="" onChange={noChange} />);
  const field = page.getByLabelText('Reference');
  await expect.element(field).toHaveAccessibleName('Reference');
  await expect.element(field).toHaveAccessibleDescription('As in the list');
  update(
    <Field label="Reference" hint="As in the list" error="Enter a reference" value="" onChange={noChange} />,
  );
  await expect.element(field).toHaveAccessibleDescription('Enter a reference');
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
});

test('a secret field masks the key, shows only its length, and trims a pasted key', async () => {
  function Secret() {
    const [value, setValue] = useState('');
    return <SecretField label="API key" value={value} onChange={setValue} />;
  }
  render(<Secret />);
  const field = page.getByLabelText('API key');
  await userEvent.fill(field, 'sk_live_1');
  await expect.element(field).toHaveAttribute('type', 'password');
  await expect.element(page.getByRole('status')).toHaveTextContent('9 characters');
  const clipboardData = new DataTransfer();
  clipboardData.setData('text', '  23\n');
  field
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  await expect.element(field).toHaveValue('sk_live_123');
  await expect.element(page.getByRole('status')).toHaveTextContent('11 characters pasted');
  expect(document.body.textContent).not.toContain('sk_live');
});

test('a number field refuses letters and numbers outside its bounds, and steps with the arrow keys', async () => {
  const numbers: number[] = [];
  function Size() {
    const [value, setValue] = useState(20);
    const change = (next: number) => {
      numbers.push(next);
      setValue(next);
    };
    return <NumberField label="Size" unit="MB" value={value} onChange={change} minimum={1} maximum={50} />;
  }
  render(<Size />);
  const field = page.getByRole('textbox', { name: 'Size' });
  await userEvent.click(field);
  await userEvent.keyboard('{Control>}a{/Control}abc{Tab}');
  await expect.element(field).toHaveValue('20');
  await userEvent.fill(field, '900');
  await userEvent.keyboard('{Tab}');
  await expect.element(field).toHaveValue('50');
  await userEvent.click(field);
  await userEvent.keyboard('{ArrowUp}{ArrowDown}');
  await expect.element(field).toHaveValue('49');
  expect(numbers).toEqual([50, 49]);
});

test('a select opens with the arrow key, chooses with Enter, and returns the focus', async () => {
  const options = [
    { id: 'year', label: 'Year' },
    { id: 'month', label: 'Last month' },
  ] as const;
  function Period() {
    const [value, setValue] = useState<'year' | 'month' | null>('year');
    return <Select label="Period" options={options} value={value} onChange={setValue} />;
  }
  render(<Period />);
  const trigger = page.getByRole('button', { name: /Period/ });
  await expect.element(trigger).toBeVisible();
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(page.getByRole('option', { name: 'Year' })).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(trigger).toHaveFocus();
  await expect.element(trigger).toHaveTextContent('Last month');
});
