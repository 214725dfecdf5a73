import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { FoldingBar } from '../../src/renderer/components/layout/FoldingBar.tsx';
import { render } from './render.tsx';

/** A control of 100 pixels that counts its presses, or nothing. */
function Counter({ name }: { readonly name: string }) {
  const [count, setCount] = useState(0);
  return (
    <button type="button" style={{ width: 100 }} onClick={() => setCount(count + 1)}>
      {`${name} ${count}`}
    </button>
  );
}

function Bar({ width }: { readonly width: number }) {
  const item = (id: string) => ({ id, content: <Counter name={id} /> });
  return (
    <div style={{ display: 'flex', width }}>
      <FoldingBar items={[item('a'), { id: 'none', content: null }, item('b'), item('c')]} />
    </div>
  );
}

const visible = () =>
  [...document.querySelectorAll('[data-part="folding-bar"] button')].map(({ textContent }) => textContent);

test('controls that do not fit move behind a button in order, keep their state, and return', async () => {
  const rerender = render(<Bar width={316} />);
  await expect.poll(visible).toEqual(['a 0', 'b 0', 'c 0']);
  await userEvent.click(page.getByRole('button', { name: 'c 0' }));
  rerender(<Bar width={315} />);
  await expect.poll(visible).toEqual(['a 0', 'b 0', '']);
  await userEvent.click(page.getByRole('button', { name: 'More controls' }));
  await userEvent.click(page.getByRole('button', { name: 'c 1' }));
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('button', { name: 'More controls' })).toHaveFocus();
  rerender(<Bar width={240} />);
  await expect.poll(visible).toEqual(['a 0', '']);
  rerender(<Bar width={316} />);
  await expect.poll(visible).toEqual(['a 0', 'b 0', 'c 2']);
});
