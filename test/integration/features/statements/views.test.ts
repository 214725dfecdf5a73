/** @file Saved views: stored sealed for a wallet or all wallets, exported, imported, and handed out by the administrator. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { namedViewSchema, viewDefinitionSchema } from '../../../../src/shared/model/statements/saved-view.ts';
import { filesContaining, type StatementsFixture, sharedTest as test } from './statements-fixture.ts';

const canary = 'Canary Trading Partner 7741';
const view = viewDefinitionSchema.parse({
  filters: [{ column: { name: 'Counterparty', role: 'counterparty' }, kind: 'text', text: canary }],
});

async function listViews({ call }: StatementsFixture, walletId: number | null) {
  return (await call('viewer.views', { action: 'list', walletId })).views;
}

const save = ({ call }: StatementsFixture, name: string, walletId: number | null = null, isDefault = false) =>
  call('viewer.views', { action: 'save', name, walletId, isDefault, view });

const remove = ({ call }: StatementsFixture, id: string) => call('viewer.views', { action: 'remove', id });

describe('a saved view', () => {
  test('is there after a restart, in its scope only, and never in the clear', async ({ fixture }) => {
    await save(fixture, `Payments to ${canary}`, 1001);
    const { id: everywhere } = await save(fixture, 'Everything');
    await save(fixture, 'Elsewhere', 1002);
    await fixture.restart();
    const listed = await listViews(fixture, 1001);
    expect(listed.map(({ name }) => name)).toEqual(['Everything', `Payments to ${canary}`]);
    expect((await listViews(fixture, null)).map(({ name }) => name)).toEqual(['Everything']);
    expect(listed.at(-1)).toMatchObject({ walletId: 1001, isManaged: false, view });
    expect(await filesContaining(fixture.testApp.dataFolder, canary)).toEqual([]);
    expect(fixture.unexpectedLogLines()).toEqual([]);
    await remove(fixture, everywhere);
  });

  test('is updated, renamed and deleted', async ({ fixture }) => {
    const { id } = await save(fixture, 'Month end', 1003);
    const changed = { ...view, find: 'rent' };
    await fixture.call('viewer.views', { action: 'update', id, view: changed });
    await fixture.call('viewer.views', { action: 'rename', id, name: ' Month start ' });
    expect(await listViews(fixture, 1003)).toMatchObject([{ id, name: 'Month start', view: changed }]);
    await remove(fixture, id);
    expect(await listViews(fixture, 1003)).toEqual([]);
  });

  test('has another name than every view that is listed with it', async ({ fixture }) => {
    await save(fixture, 'Month end', 1004);
    await save(fixture, 'Month end', 1005);
    const taken = expect.objectContaining({ code: 'view-name-taken' });
    await expect(save(fixture, 'MONTH END ', 1004)).rejects.toEqual(taken);
    await expect(save(fixture, 'Month end')).rejects.toEqual(taken);
    const { id } = await save(fixture, 'Fees', 1004);
    const rename = (name: string) => fixture.call('viewer.views', { action: 'rename', id, name });
    await expect(rename('month end')).rejects.toEqual(taken);
    await rename('FEES');
  });

  test('is the only default view of its scope', async ({ fixture }) => {
    const { id: everywhere } = await save(fixture, 'All', null, true);
    const { id: first } = await save(fixture, 'First', 1006, true);
    const { id: second } = await save(fixture, 'Second', 1006);
    const defaults = async () =>
      (await listViews(fixture, 1006)).flatMap(({ name, isDefault }) => (isDefault ? [name] : []));
    const setDefault = (id: string, isDefault: boolean) =>
      fixture.call('viewer.views', { action: 'setDefault', id, isDefault });
    expect(await defaults()).toEqual(['All', 'First']);
    await setDefault(second, true);
    expect(await defaults()).toEqual(['All', 'Second']);
    await Promise.all([first, second].map((id) => setDefault(id, true)));
    expect(await defaults()).toEqual(['All', 'Second']);
    await setDefault(second, false);
    expect(await defaults()).toEqual(['All']);
    await remove(fixture, everywhere);
  });
});

describe('exported views', () => {
  test('are imported under free names, and none becomes the default view', async ({ fixture }) => {
    const { id } = await save(fixture, 'Month end', 1007, true);
    const { id: other } = await save(fixture, 'Elsewhere', 1008);
    const path = join(fixture.folder, 'views.json');
    fixture.platform.answers.savePath = null;
    expect(await fixture.call('viewer.views', { action: 'export', ids: [id] })).toEqual({ savedAs: null });
    fixture.platform.answers.savePath = path;
    const { savedAs } = await fixture.call('viewer.views', { action: 'export', ids: [id, other] });
    expect(savedAs).toMatchObject({ path });
    expect(await readFile(path, 'utf8')).toContain(canary);

    fixture.platform.answers.fileToOpen = path;
    expect(await fixture.call('viewer.views', { action: 'import', walletId: 1007 })).toEqual({
      imported: 2,
      renamed: 2,
      elsewhere: 1,
    });
    expect((await listViews(fixture, 1007)).map(({ name, isDefault }) => [name, isDefault])).toEqual([
      ['Month end', true],
      ['Month end (2)', false],
    ]);
    fixture.platform.answers.fileToOpen = null;
    expect(await fixture.call('viewer.views', { action: 'import', walletId: null })).toBeNull();
  });
});

test('a group is found by its texts in another statement, or not at all', async ({ fixture }) => {
  const { handle } = await fixture.openStatement();
  const keys = [{ kind: 'cell' as const, column: 3 }];
  const sort = { by: 'rows' as const, descending: true };
  const query = { amount: 7, keys, share: 'rows' as const, sort };
  const { groups } = await fixture.call('viewer.query', {
    action: 'groups',
    handle,
    query,
    offset: 0,
    limit: 10,
  });
  const wanted = groups.map(({ keys: texts, currency }) => ({ amount: 7, keys, texts, currency }));
  const [first = { amount: 7, keys, texts: [], currency: '' }] = wanted;
  const { rows } = await fixture.call('viewer.query', {
    action: 'findGroups',
    handle,
    groups: [
      ...wanted,
      { ...first, texts: [canary] },
      { ...first, texts: first.texts.map((text) => ` ${text?.toUpperCase()}`) },
    ],
  });
  const expectedRows = groups.map(({ row }) => row);
  expect(rows).toEqual([...expectedRows, null, expectedRows[0]]);
});

test('views of the administrator have their scope and cannot be changed', async ({ fixture }) => {
  fixture.managed.statementViews = [
    namedViewSchema.parse({ name: 'Company view', isDefault: true, view }),
    namedViewSchema.parse({ name: 'Wallet view', walletId: 1010, view }),
  ];
  await fixture.restart();
  const { call } = fixture;
  const listed = await listViews(fixture, 1009);
  expect(listed).toMatchObject([{ name: 'Company view', isManaged: true, isDefault: true, view }]);
  const id = listed[0]?.id ?? '';
  const managed = { code: 'setting-managed' };
  await expect(call('viewer.views', { action: 'update', id, view })).rejects.toMatchObject(managed);
  await expect(call('viewer.views', { action: 'rename', id, name: 'Mine' })).rejects.toMatchObject(managed);
  await expect(remove(fixture, id)).rejects.toMatchObject(managed);
  await expect(save(fixture, 'company view')).rejects.toMatchObject({ code: 'view-name-taken' });
  const { id: own } = await save(fixture, 'Mine', null, true);
  expect((await listViews(fixture, 1009)).map(({ name, isDefault }) => [name, isDefault])).toEqual([
    ['Company view', true],
    ['Mine', true],
  ]);
  await remove(fixture, own);
  delete fixture.managed.statementViews;
  await fixture.restart();
});
