/** @file Saved views: stored sealed for a wallet or all wallets, exported, imported, and handed out by the administrator. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { namedViewSchema, viewDefinitionSchema } from '../../../src/shared/model/saved-view.ts';
import {
  filesContaining,
  type StatementsFixture,
  startStatementsFixture,
  startWithKeychain,
  test,
} from './statements-fixture.ts';

const canary = 'Canary Trading Partner 7741';
const view = viewDefinitionSchema.parse({
  filters: [{ column: { name: 'Counterparty', role: 'counterparty' }, kind: 'text', text: canary }],
});

async function listViews({ call }: StatementsFixture, walletId: number | null = 1001) {
  return (await call('review.views', { action: 'list', walletId })).views;
}

const save = ({ call }: StatementsFixture, name: string, walletId: number | null = null, isDefault = false) =>
  call('review.views', { action: 'save', name, walletId, isDefault, view });

describe('a saved view', () => {
  test('is there after a restart, in its scope only, and never in the clear', async () => {
    const fixture = await startWithKeychain();
    await save(fixture, `Payments to ${canary}`, 1001);
    await save(fixture, 'Everything');
    await save(fixture, 'Elsewhere', 1002);
    await fixture.restart();
    expect((await listViews(fixture)).map(({ name }) => name)).toEqual([
      'Everything',
      `Payments to ${canary}`,
    ]);
    expect((await listViews(fixture, null)).map(({ name }) => name)).toEqual(['Everything']);
    expect((await listViews(fixture)).at(-1)).toMatchObject({ walletId: 1001, isManaged: false, view });
    expect(await filesContaining(fixture.testApp.dataFolder, canary)).toEqual([]);
    expect(fixture.unexpectedLogLines()).toEqual([]);
  });

  test('is updated, renamed and deleted', async ({ fixture }) => {
    const { id } = await save(fixture, 'Month end', 1001);
    const changed = { ...view, find: 'rent' };
    await fixture.call('review.views', { action: 'update', id, view: changed });
    await fixture.call('review.views', { action: 'rename', id, name: ' Month start ' });
    expect(await listViews(fixture)).toMatchObject([{ id, name: 'Month start', view: changed }]);
    await fixture.call('review.views', { action: 'remove', id });
    expect(await listViews(fixture)).toEqual([]);
  });

  test('has another name than every view that is listed with it', async ({ fixture }) => {
    await save(fixture, 'Month end', 1001);
    await save(fixture, 'Month end', 1002);
    const taken = expect.objectContaining({ code: 'view-name-taken' });
    await expect(save(fixture, 'MONTH END ', 1001)).rejects.toEqual(taken);
    await expect(save(fixture, 'Month end')).rejects.toEqual(taken);
    const { id } = await save(fixture, 'Fees', 1001);
    await expect(fixture.call('review.views', { action: 'rename', id, name: 'month end' })).rejects.toEqual(
      taken,
    );
    await fixture.call('review.views', { action: 'rename', id, name: 'FEES' });
  });

  test('is the only default view of its scope', async ({ fixture }) => {
    await save(fixture, 'All', null, true);
    const { id: first } = await save(fixture, 'First', 1001, true);
    const { id: second } = await save(fixture, 'Second', 1001);
    const defaults = async () =>
      (await listViews(fixture)).flatMap(({ name, isDefault }) => (isDefault ? [name] : []));
    expect(await defaults()).toEqual(['All', 'First']);
    await fixture.call('review.views', { action: 'setDefault', id: second, isDefault: true });
    expect(await defaults()).toEqual(['All', 'Second']);
    await Promise.all(
      [first, second].map((id) =>
        fixture.call('review.views', { action: 'setDefault', id, isDefault: true }),
      ),
    );
    expect(await defaults()).toEqual(['All', 'Second']);
    await fixture.call('review.views', { action: 'setDefault', id: second, isDefault: false });
    expect(await defaults()).toEqual(['All']);
  });
});

describe('exported views', () => {
  test('are imported under free names, and none becomes the default view', async ({ fixture }) => {
    const { id } = await save(fixture, 'Month end', 1001, true);
    const { id: other } = await save(fixture, 'Elsewhere', 1002);
    const path = join(fixture.folder, 'views.json');
    fixture.platform.answers.savePath = path;
    const { savedAs } = await fixture.call('review.views', { action: 'export', ids: [id, other] });
    expect(savedAs).toMatchObject({ path });
    expect(await readFile(path, 'utf8')).toContain(canary);

    fixture.platform.answers.fileToOpen = path;
    expect(await fixture.call('review.views', { action: 'import', walletId: 1001 })).toEqual({
      imported: 2,
      renamed: 2,
      elsewhere: 1,
    });
    expect((await listViews(fixture)).map(({ name, isDefault }) => [name, isDefault])).toEqual([
      ['Month end', true],
      ['Month end (2)', false],
    ]);
    fixture.platform.answers.fileToOpen = null;
    expect(await fixture.call('review.views', { action: 'import', walletId: null })).toBeNull();
  });

  test('of a later version, and other files, are refused and change nothing', async ({ fixture }) => {
    const path = join(fixture.folder, 'views.json');
    fixture.platform.answers.fileToOpen = path;
    const importFile = () => fixture.call('review.views', { action: 'import', walletId: null });
    await writeFile(path, JSON.stringify({ format: 'paydesk-views', version: 2, views: [] }));
    await expect(importFile()).rejects.toMatchObject({ code: 'view-file-newer' });
    await writeFile(path, 'Date;Amount');
    await expect(importFile()).rejects.toMatchObject({ code: 'view-file-invalid' });
    expect(await listViews(fixture)).toEqual([]);
  });
});

describe('views of the administrator', () => {
  test('are listed in their scope, cannot be changed, and keep their names', async () => {
    const fixture = await startStatementsFixture({
      managed: {
        statementViews: [
          namedViewSchema.parse({ name: 'Company view', isDefault: true, view }),
          namedViewSchema.parse({ name: 'Wallet view', walletId: 1002, view }),
        ],
      },
    });
    const listed = await listViews(fixture);
    expect(listed).toMatchObject([{ name: 'Company view', isManaged: true, isDefault: true, view }]);
    const id = listed[0]?.id ?? '';
    const managed = { code: 'setting-managed' };
    const { call } = fixture;
    await expect(call('review.views', { action: 'update', id, view })).rejects.toMatchObject(managed);
    await expect(call('review.views', { action: 'rename', id, name: 'Mine' })).rejects.toMatchObject(managed);
    await expect(call('review.views', { action: 'remove', id })).rejects.toMatchObject(managed);
    await expect(save(fixture, 'company view')).rejects.toMatchObject({ code: 'view-name-taken' });
    await save(fixture, 'Mine', null, true);
    expect((await listViews(fixture)).map(({ name, isDefault }) => [name, isDefault])).toEqual([
      ['Company view', true],
      ['Mine', true],
    ]);
  });
});

describe('a group', () => {
  test('is found by its texts in another statement, or not at all', async ({ fixture }) => {
    const statementId = await fixture.storeStatement();
    const { handle } = await fixture.call('review.open', { statementId, options: {} });
    const query = {
      amount: 7,
      keys: [{ kind: 'cell' as const, column: 3 }],
      share: 'rows' as const,
      sort: { by: 'rows' as const, descending: true },
    };
    const { groups } = await fixture.call('review.query', {
      action: 'groups',
      handle,
      query,
      offset: 0,
      limit: 200,
    });
    const { amount, keys } = query;
    const wanted = groups.map((group) => ({ amount, keys, texts: group.keys, currency: group.currency }));
    const [first] = wanted;
    const { rows } = await fixture.call('review.query', {
      action: 'findGroups',
      handle,
      groups: [
        ...wanted.slice(0, 10),
        { amount, keys, texts: [canary], currency: 'EUR' },
        {
          amount,
          keys,
          texts: first?.texts.map((text) => ` ${text.toUpperCase()}`) ?? [],
          currency: first?.currency ?? '',
        },
      ],
    });
    const expectedRows = groups.slice(0, 10).map(({ row }) => row);
    expect(rows).toEqual([...expectedRows, null, expectedRows[0]]);
  });
});
