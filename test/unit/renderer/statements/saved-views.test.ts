/** @file Saved views: captured from one statement, and fitted to statements with other columns. */

import { describe, expect, test } from 'vitest';
import { defaultChartChoice } from '../../../../src/renderer/features/statements/chart/chart-choice.ts';
import {
  defaultColumnState,
  shownColumns,
} from '../../../../src/renderer/features/statements/grid/state/column-layout.ts';
import {
  initialState,
  reduceViewer,
} from '../../../../src/renderer/features/statements/grid/state/viewer-state.ts';
import { noColumn } from '../../../../src/renderer/features/statements/interpretation/column-names.ts';
import { captureView } from '../../../../src/renderer/features/statements/views/capture-view.ts';
import {
  findReferenced,
  referenceTo,
} from '../../../../src/renderer/features/statements/views/column-reference.ts';
import {
  fitView,
  listMissing,
  withoutView,
} from '../../../../src/renderer/features/statements/views/fit-view.ts';
import { findDefaultView } from '../../../../src/renderer/features/statements/views/saved-views.ts';
import type { StatementColumn } from '../../../../src/shared/model/statements/open-statement.ts';
import {
  type SavedView,
  type ViewDefinition,
  viewDefinitionSchema,
} from '../../../../src/shared/model/statements/saved-view.ts';
import { openedOf } from '../../../fakes/statements/opened-statement.ts';

const text = (name: string, role: StatementColumn['role'] = null): StatementColumn => ({
  ...noColumn,
  name,
  role,
});
const date = (name: string): StatementColumn => ({ ...noColumn, name, kind: 'date', role: 'date' });
const amount = (name: string): StatementColumn => ({
  ...noColumn,
  name,
  kind: 'number',
  scale: 2,
  role: 'amount',
  isSummed: true,
});

const english = [date('Date'), text('Payee', 'counterparty'), amount('Amount'), text('Note'), text('Code')];
/** The same meanings under other names and in another order; a note, but no code. */
const german = [amount('Betrag'), date('Buchungstag'), text('note'), text('Empfänger', 'counterparty')];

const view = viewDefinitionSchema.parse({
  mode: 'groups',
  find: 'invoice',
  sort: { column: { name: 'Amount', role: 'amount' }, descending: true },
  filters: [
    { column: { name: 'Payee', role: 'counterparty' }, kind: 'text', text: '=Ahlström' },
    { column: { name: 'Date', role: 'date' }, kind: 'date', text: '2026-01' },
  ],
  groups: {
    amount: { name: 'Amount', role: 'amount' },
    keys: [{ kind: 'date', column: { name: 'Date', role: 'date' }, unit: 'month' }, { kind: 'sign' }],
    share: 'net',
    sort: { by: 'key', descending: false },
  },
  columns: [
    { name: 'Payee', role: 'counterparty', pinned: 'left' },
    { name: 'Note', width: 200 },
    { name: 'Amount', role: 'amount', pinned: 'right' },
  ],
} satisfies Partial<Record<keyof ViewDefinition, unknown>>);

const fitTo = (definition: ViewDefinition, columns: readonly StatementColumn[]) =>
  fitView(definition, columns, defaultColumnState(columns));

describe('a reference to a column', () => {
  test('finds a column by role whatever its name, else by name whatever its case', () => {
    expect(findReferenced(german, { name: 'Amount', nth: 0, role: 'amount' })).toBe(0);
    expect(findReferenced(german, { name: 'Note', nth: 0, role: null })).toBe(2);
    expect(findReferenced(german, { name: 'Code', nth: 0, role: null })).toBeNull();
  });

  test('finds no column that has the name and another role', () => {
    const columns = [amount('Total'), text('Balance')];
    expect(findReferenced(columns, { name: 'Total', nth: 0, role: 'balance' })).toBeNull();
    expect(findReferenced(columns, { name: 'Balance', nth: 0, role: 'balance' })).toBe(1);
  });

  test('finds every column of its own statement', () => {
    const columns = [...english, text('Note'), text(''), text('')];
    for (const index of columns.keys()) {
      const reference = referenceTo(columns, index);
      expect(reference === null ? null : findReferenced(columns, reference)).toBe(index);
    }
    expect(referenceTo(columns, columns.length)).toBeNull();
  });
});

describe('a saved view', () => {
  test('fits a statement whose columns have other names and places', () => {
    const { values, columnState, missing, wantedGroups } = fitTo(view, german);
    expect(values).toEqual({
      mode: 'groups',
      find: 'invoice',
      countsRepeatedOnce: false,
      sort: { column: 0, descending: true },
      filterTexts: new Map([
        [3, '=Ahlström'],
        [1, '2026-01'],
      ]),
      groupQuery: {
        amount: 0,
        keys: [{ kind: 'date', column: 1, unit: 'month' }, { kind: 'sign' }],
        share: 'net',
        sort: { by: 'key', descending: false },
      },
      chart: defaultChartChoice,
    });
    expect(columnState === null ? [] : shownColumns(columnState)).toEqual([3, 2, 0]);
    expect(columnState?.widths).toEqual(new Map([[2, 200]]));
    expect(Object.fromEntries(columnState?.pinned ?? [])).toEqual({ 3: 'left', 0: 'right' });
    expect(wantedGroups).toEqual([]);
    expect(listMissing(missing)).toEqual([]);
  });

  test('has the chart, whose missing columns Paydesk chooses', () => {
    const chart = { kind: 'parties', amount: { name: 'Amount', role: 'amount' }, currency: 'EUR' } as const;
    const charted = viewDefinitionSchema.parse({ mode: 'chart', chart });
    const expected = { ...defaultChartChoice, kind: 'parties', currency: 'EUR' };
    expect(fitTo(charted, german).values).toMatchObject({ mode: 'chart', chart: { ...expected, amount: 0 } });
    expect(fitTo(charted, [text('Code')]).values).toMatchObject({ mode: 'chart', chart: expected });
  });

  test('leaves out what the statement does not have, and names it', () => {
    const { values, columnState, missing } = fitTo(view, [text('Code'), text('Note'), text('Date')]);
    expect(values).toMatchObject({ mode: 'rows', sort: null, groupQuery: null, filterTexts: new Map() });
    expect(columnState === null ? [] : shownColumns(columnState)).toEqual([1]);
    expect(listMissing(missing)).toEqual([
      'Columns: Payee, Amount.',
      'Filters: Payee =Ahlström, Date 2026-01.',
      'Order by Amount.',
      'Groups by Date, In or out.',
    ]);
  });

  test('keeps the columns of the wallet when the statement has none of its columns', () => {
    const { columnState, missing } = fitTo(view, [text('Code')]);
    expect(columnState).toBeNull();
    expect(missing.columns).toEqual(['Payee', 'Note', 'Amount']);
  });

  test('wants the groups of its filters by their texts', () => {
    const amountColumn = { name: 'Amount', role: 'amount' };
    const keys = [{ kind: 'cell', column: { name: 'Payee', role: 'counterparty' } }];
    const groupFilter = { amount: amountColumn, keys, texts: ['Kärcher'], currency: 'EUR' };
    const definition = viewDefinitionSchema.parse({ groupFilters: [groupFilter] });
    expect(fitTo(definition, german).wantedGroups).toEqual([
      { amount: 0, keys: [{ kind: 'cell', column: 3 }], texts: ['Kärcher'], currency: 'EUR' },
    ]);
    const { wantedGroups, missing } = fitTo(definition, [text('Payee')]);
    expect([wantedGroups, missing.filters]).toEqual([[], ['Kärcher, EUR']]);
  });

  test('that was captured is the same when it is captured again', () => {
    const { values, columnState } = fitTo(view, english);
    const shown = columnState ?? defaultColumnState(english);
    const state = reduceViewer(initialState(null), {
      type: 'show-view',
      values: { ...values, groupFilters: [], savedView: null },
    });
    const shownViewer: Parameters<typeof captureView>[0] = {
      ...state,
      opened: openedOf(english, 1),
      namedFilters: [],
      groups: state.groupQuery ?? {
        amount: null,
        keys: [],
        share: 'rows',
        sort: { by: 'key', descending: false },
      },
      columnState: shown,
      visibleColumns: shownColumns(shown).map((index) => ({
        index,
        width: 100,
        wantedWidth: 100,
        isElastic: false,
        pinned: shown.pinned.get(index) ?? null,
      })),
    };
    const captured = captureView(shownViewer);
    expect(captured).toEqual(view);
    expect(viewDefinitionSchema.parse(captured)).toEqual(captured);
    const chart = { ...defaultChartChoice, kind: 'flows', unit: 'week', amount: 2, currency: 'EUR' } as const;
    expect(captureView({ ...shownViewer, mode: 'chart', chart }).chart).toEqual({
      kind: 'flows',
      unit: 'week',
      amount: { name: 'Amount', nth: 0, role: 'amount' },
      party: null,
      currency: 'EUR',
    });
  });

  test('replaces every filter, and is left without one', () => {
    const filtered = reduceViewer(
      { ...initialState(null), rowFilter: { kind: 'rows', rows: [1] }, filterTexts: new Map([[4, 'x']]) },
      { type: 'show-view', values: { ...fitTo(view, german).values, groupFilters: [], savedView: null } },
    );
    expect(filtered).toMatchObject({ rowFilter: null, mode: 'groups', find: 'invoice' });
    expect([...filtered.filterTexts.keys()]).toEqual([3, 1]);
    expect(reduceViewer(filtered, { type: 'show-view', values: withoutView() })).toEqual(initialState(null));
  });
});

test('the default view is that of the wallet, and the choice of the clerk comes before that of the administrator', () => {
  const saved = (values: Partial<SavedView>): SavedView => ({
    id: 'one',
    name: 'One',
    walletId: null,
    isDefault: true,
    isManaged: false,
    view,
    ...values,
  });
  const managed = saved({ id: 'managed', isManaged: true });
  const own = saved({ id: 'own' });
  const managedOfWallet = saved({ id: 'managed of wallet', walletId: 1, isManaged: true });
  expect(findDefaultView([saved({ isDefault: false })])).toBeNull();
  expect(findDefaultView([managed, own])).toBe(own);
  expect(findDefaultView([managed, own, managedOfWallet])).toBe(managedOfWallet);
});
