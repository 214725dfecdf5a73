/** @file The menu of saved views: the default view, the columns of a view, and saving. */
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Button } from '../../../src/renderer/components/actions/Button.tsx';
import {
  type OpenedStatement,
  useViewerState,
  ViewerContext,
} from '../../../src/renderer/features/statements/grid/state/viewer-context.ts';
import { ViewNotice } from '../../../src/renderer/features/statements/views/ViewNotice.tsx';
import { ViewsMenu } from '../../../src/renderer/features/statements/views/ViewsMenu.tsx';
import type { CommandArgs } from '../../../src/shared/contract/index.ts';
import { type SavedView, viewDefinitionSchema } from '../../../src/shared/model/statements/saved-view.ts';
import { installBridge } from '../fake-bridge.ts';
import { render } from '../render.tsx';
import { openViewerOf } from './open-viewer.ts';

const openViewer = openViewerOf(['Date', 'Payee', 'Note'], 10);

const monthEnd: SavedView = {
  id: 'month-end',
  name: 'Month end',
  walletId: null,
  isDefault: true,
  isManaged: true,
  view: viewDefinitionSchema.parse({
    filters: [
      { column: { name: 'Payee' }, kind: 'text', text: 'Rent' },
      { column: { name: 'Cost centre' }, kind: 'text', text: '12' },
    ],
    columns: [{ name: 'Payee' }, { name: 'Date' }],
  }),
};

function Statement({ searchHit }: Pick<OpenedStatement, 'searchHit'>) {
  const viewer = useViewerState({ ...openViewer, searchHit });
  const { columnState, arrange, filterTexts, visibleColumns } = viewer;
  return (
    <ViewerContext value={viewer}>
      <ViewsMenu />
      <ViewNotice />
      <output>
        {visibleColumns.map(({ index }) => index).join(' ')} filtered by {[...filterTexts.values()].join()}
      </output>
      <Button onPress={() => arrange({ ...columnState, order: columnState.order.toReversed() })}>
        Reverse
      </Button>
      <Button onPress={() => viewer.dispatch({ type: 'filter-column', column: 2, text: 'heat' })}>
        Filter
      </Button>
    </ViewerContext>
  );
}

/** Renders the menu with views. Returns the calls that change something. */
function renderMenu(views: readonly SavedView[], searchHit: OpenedStatement['searchHit'] = null) {
  const calls: (CommandArgs<'viewer.views'> | CommandArgs<'viewer.keepLayout'>)[] = [];
  const saved = [...views];
  installBridge({
    'viewer.view': () => ({ rows: 10, hits: 0, cells: 0 }),
    'viewer.keepLayout': (args) => {
      calls.push(args);
      return null;
    },
    'viewer.views': (args) => {
      if (args.action === 'list') return { views: [...saved] };
      calls.push(args);
      if (args.action !== 'save') return null;
      const { name, walletId, isDefault } = args;
      const view = viewDefinitionSchema.parse(args.view);
      saved.push({ id: 'saved', name, walletId, isDefault, isManaged: false, view });
      return { id: 'saved' };
    },
  });
  render(<Statement searchHit={searchHit} />);
  return calls;
}

const shown = page.getByRole('status');
const button = (name: string | RegExp) => page.getByRole('button', { name });
const entry = (name: string | RegExp) => page.getByRole('menuitem', { name });

test('a default view of the administrator is shown, says what is left out, and can only be left', async () => {
  const calls = renderMenu([monthEnd]);
  await expect.element(button('View: Month end')).toBeVisible();
  await expect.element(shown).toHaveTextContent('1 0 filtered by Rent');
  await expect.element(page.getByText('Filter: Cost centre 12.')).toBeVisible();
  await userEvent.click(button('View: Month end'));
  await expect.element(entry(/^Month end.*From your IT department/)).toBeVisible();
  await expect.element(entry('Update view')).not.toBeInTheDocument();
  await expect.element(entry('Export views…')).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(entry('Show without view'));
  await expect.element(shown).toHaveTextContent('0 1 2 filtered by');
  await expect.element(button('Views')).toBeVisible();
  expect(calls).toEqual([]);
});

test('a match of the search is shown without the default view', async () => {
  renderMenu([monthEnd], { row: 3, column: 1 });
  await userEvent.click(button('Views'));
  await expect.element(entry(/^Month end/)).toBeVisible();
  await expect.element(shown).toHaveTextContent('0 1 2 filtered by');
});

test('columns that are moved while a view is shown are not those of the wallet', async () => {
  const calls = renderMenu([monthEnd]);
  await expect.element(button('View: Month end')).toBeVisible();
  await userEvent.click(button('Reverse'));
  await expect.element(shown).toHaveTextContent('0 1 filtered by Rent');
  expect(calls).toEqual([]);
  await userEvent.click(button('View: Month end'));
  await userEvent.click(entry('Show without view'));
  await userEvent.click(button('Reverse'));
  await expect.element(shown).toHaveTextContent('2 1 0 filtered by');
  await expect.poll(() => calls).toHaveLength(1);
});

test('a view is saved under a free name, and is shown then', async () => {
  const calls = renderMenu([{ ...monthEnd, isDefault: false }]);
  await userEvent.click(button('Filter'));
  await userEvent.click(button('Views'));
  await userEvent.click(entry('Save view…'));
  const name = page.getByRole('textbox', { name: 'Name of the view' });
  await expect.element(name).toHaveFocus();
  await userEvent.fill(name, 'month END');
  await expect.element(page.getByText('Another view has this name')).toBeVisible();
  await userEvent.fill(name, 'Heating');
  await userEvent.keyboard('{Enter}');
  await expect.element(button('View: Heating')).toBeVisible();
  const filters = [{ column: { name: 'Note', nth: 0, role: null }, kind: 'text', text: 'heat' }];
  const saved = { action: 'save', name: 'Heating', walletId: 1, isDefault: false };
  expect(calls).toMatchObject([{ ...saved, view: { mode: 'rows', filters } }]);
});
