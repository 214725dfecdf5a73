/** @file The return to a statement: what was set in it stays, and main opens it once. */
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { StatementViewer } from '../../../src/renderer/features/statements/grid/StatementViewer.tsx';
import { PaydeskError } from '../../../src/shared/errors.ts';
import { installBridge } from '../fake-bridge.ts';
import { render } from '../render.tsx';
import { openViewerOf, statementOf } from './open-viewer.ts';

const rowCount = 1000;
const { opened, layout, lengths } = openViewerOf(['Date', 'Text'], rowCount);

/** Installs a main process that keeps one statement open. Returns the IDs of the statements it has opened. */
function installViewer(): readonly number[] {
  const openedIds: number[] = [];
  const statement = (id: number) => ({ ...statementOf(1), id });
  installBridge({
    'statements.get': ({ id }) => statement(id),
    'viewer.open': ({ statementId }) => {
      openedIds.push(statementId);
      const handle = openedIds.length;
      return {
        handle,
        statement: statement(statementId),
        opened,
        remembered: 'none',
        layout,
        lengths: [...lengths],
      };
    },
    'viewer.view': () => ({ rows: rowCount, hits: 0, cells: 0 }),
    'viewer.views': () => ({ views: [] }),
    'viewer.query': (args) => {
      if (args.handle !== openedIds.length) throw new PaydeskError('statement-closed', 'Not open');
      if (args.action !== 'window') throw new PaydeskError('unexpected', args.action);
      const rows = Array.from({ length: Math.min(args.limit, rowCount - args.offset) }, (_, index) => ({
        row: args.offset + index,
        cells: ['2026-10-01', `Text ${args.offset + index + 1}`],
        ragged: false,
        unread: [],
        origin: null,
        isRepeated: false,
        states: {},
      }));
      return { rows };
    },
  });
  return openedIds;
}

const grid = page.getByRole('grid', { name: 'Rows of the statement' });
const filter = (column: number) => grid.getByRole('textbox').nth(column);
const scrollTop = () => grid.element().parentElement?.scrollTop;

test('the filter, the selection and the scroll position stay on the return, also after another statement', async () => {
  const openedIds = installViewer();
  const show = render(<StatementViewer statementId={1} />);
  await userEvent.fill(filter(1), 'rent');
  await userEvent.click(grid.getByText('Text 3', { exact: true }));
  await userEvent.keyboard('{Shift>} {/Shift}');
  grid.element().parentElement?.scrollTo({ top: 3200 });
  await expect.element(grid.getByText('Text 105', { exact: true })).toBeVisible();
  for (const others of [[], [2]]) {
    show(null);
    for (const statementId of others) {
      show(<StatementViewer statementId={statementId} />);
      await expect.element(filter(1)).toHaveValue('');
    }
    show(<StatementViewer statementId={1} />);
    await expect.element(filter(1)).toHaveValue('rent');
    await expect.element(page.getByText('1 row selected')).toBeVisible();
    await expect.poll(scrollTop).toBe(3200);
  }
  expect(openedIds).toEqual([1, 2, 1]);
});
