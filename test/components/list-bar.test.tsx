import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Button } from '../../src/renderer/components/actions/Button.tsx';
import { ListBar } from '../../src/renderer/components/layout/ListBar.tsx';
import { render } from './render.tsx';

function Bar({ count }: { readonly count: number }) {
  return (
    <>
      <ListBar
        label="Selected documents"
        selected={count === 0 ? null : `${count} selected`}
        actions={<Button size="small">Exclude</Button>}
        onClear={() => undefined}
        lead={<strong>2026</strong>}
      >
        <span>8 files</span>
      </ListBar>
      <p data-testid="list">a.pdf</p>
    </>
  );
}

test('the selection takes the place of the number of rows, and the list does not move', async () => {
  const update = render(<Bar count={0} />);
  const region = page.getByRole('region', { name: 'Selected documents' });
  const listTop = () => page.getByTestId('list').element().getBoundingClientRect().top;
  await expect.element(page.getByText('8 files')).toBeVisible();
  await expect.element(region).not.toBeInTheDocument();
  const top = listTop();
  update(<Bar count={3} />);
  await expect.element(region.getByRole('button', { name: 'Exclude' })).toBeVisible();
  await expect.element(region.getByText('3 selected')).toBeVisible();
  await expect.element(region.getByText('2026')).toBeVisible();
  await expect.element(page.getByText('8 files')).not.toBeInTheDocument();
  expect(listTop()).toBe(top);
});
