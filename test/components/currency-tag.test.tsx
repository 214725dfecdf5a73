import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { CurrencyTag } from '../../src/renderer/components/messages/State.tsx';
import { render } from './render.tsx';

test('every currency has the same width, so that what stands beside it is aligned', async () => {
  const currencies = ['EUR', 'JPY', 'MMK', 'ILS', 'NOK'];
  render(
    currencies.map((currency) => (
      <div key={currency} style={{ display: 'flex' }}>
        <CurrencyTag currency={currency} />
      </div>
    )),
  );
  await expect.element(page.getByText('MMK')).toBeVisible();
  const widths = currencies.map(
    (currency) => page.getByText(currency).element().getBoundingClientRect().width,
  );
  expect(new Set(widths).size).toBe(1);
});
