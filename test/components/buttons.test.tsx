import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Button } from '../../src/renderer/components/actions/Button.tsx';
import { render } from './render.tsx';

test('a button that is disabled for a reason shows the reason, has it as its description, and does nothing', async () => {
  let presses = 0;
  render(
    <Button disabledReason="Choose a file first" onPress={() => (presses += 1)}>
      Import
    </Button>,
  );
  const button = page.getByRole('button', { name: 'Import' });
  await expect.element(button).toBeDisabled();
  await expect.element(button).toHaveAccessibleDescription('Choose a file first');
  await expect.element(page.getByText('Choose a file first')).toBeVisible();
  await userEvent.click(button, { force: true });
  expect(presses).toBe(0);
});
