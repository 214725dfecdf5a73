/** @file The context menu of a row: opened by pointer and keyboard, and the actions for a reference. */
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Column } from '../../src/renderer/components/data-grid/columns.ts';
import { DataGrid } from '../../src/renderer/components/data-grid/DataGrid.tsx';
import { wholeRows } from '../../src/renderer/components/data-grid/paged-rows.ts';
import { type OpenRowMenu, RowMenu } from '../../src/renderer/features/proofs/RowMenu.tsx';
import type { ProofRow } from '../../src/shared/model/proofs/proof.ts';
import { installBridge } from './fake-bridge.ts';
import { proofRowOf } from './proofs/proof-row.ts';
import { render } from './render.tsx';

const columns: readonly Column<ProofRow>[] = [
  { id: 'reference', label: 'Reference', width: 'rest', cell: ({ reference }) => reference },
];
const idOf = ({ id }: ProofRow) => id;
const rows = [proofRowOf(), proofRowOf({ id: 2, reference: 'PX2', state: 'saved', versions: 1 })];

function List() {
  const [menu, setMenu] = useState<OpenRowMenu | null>(null);
  return (
    <>
      <DataGrid
        label="References"
        columns={columns}
        rows={wholeRows('references', rows)}
        idOf={idOf}
        onContextMenu={(menuRow, position) => setMenu({ row: menuRow, position })}
      />
      <RowMenu menu={menu} onClose={() => setMenu(null)} />
    </>
  );
}

const entries = () =>
  page
    .getByRole('menuitem')
    .elements()
    .map((element) => element.textContent);

test('Shift and F10 open the menu of a reference, whose correction is fetched in its place', async () => {
  const corrections: unknown[] = [];
  installBridge({
    'proofs.change': (args) => {
      corrections.push(args);
      return { corrected: true };
    },
  });
  render(<List />);
  await userEvent.click(page.getByText('PX1'));
  await userEvent.keyboard('{Shift>}{F10}{/Shift}');
  await expect.element(page.getByRole('menu', { name: 'Actions for PX1' })).toBeVisible();
  expect(entries()).toEqual(['Copy reference', 'Fetch again', 'Correct reference…', 'Remove from the list…']);
  await userEvent.click(page.getByRole('menuitem', { name: 'Correct reference…' }));
  await page.getByRole('textbox', { name: 'Reference' }).fill('PX9');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => corrections).toEqual([{ action: 'correct', id: 1, reference: 'PX9' }]);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('the secondary mouse button opens the menu of a stored proof, which cannot be corrected', async () => {
  installBridge({});
  render(<List />);
  await userEvent.click(page.getByText('PX2'), { button: 'right' });
  await expect.element(page.getByRole('menu', { name: 'Actions for PX2' })).toBeVisible();
  expect(entries()).toEqual(['Copy reference', 'Save…', 'Fetch again']);
});
