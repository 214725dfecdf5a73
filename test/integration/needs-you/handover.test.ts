/** @file A handover is saved with the lines of every profile, signed in or not, and is recorded like other exports. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { createNeedMessages } from '../../../src/shared/messages/need-messages.ts';
import { needsOf } from '../../fakes/compare-needs-you.ts';
import { eventually } from '../../fakes/eventually.ts';
import { readPages } from '../../fakes/read-pages.ts';
import type { TestApp } from '../../fakes/test-app.ts';
import type { Companies } from './companies.ts';
import { startWithThreeProfiles } from './three-profiles.ts';

/** Saves a handover and returns its path. */
async function save({ folder }: Companies, testApp: TestApp, format: 'pdf' | 'csv'): Promise<string> {
  const path = join(folder, `handover.${format}`);
  testApp.platform.answers.savePath = path;
  const { savedAs } = await testApp.call('needsYou.items', { action: 'saveHandover', as: format });
  expect(savedAs).toMatchObject({ path, kind: 'file', canOpen: true });
  return path;
}

const readRows = async (path: string): Promise<Record<string, string>[]> =>
  parse(await readFile(path), { bom: true, columns: true });

async function readLines(path: string): Promise<string[]> {
  const { pages } = await readPages(await readFile(path));
  return pages.flatMap(({ lines }) => lines).map((line) => line.replace(/[\u00a0\u202f]/g, ' '));
}

/** The subjects of the recorded exports, oldest first. */
async function listExports(testApp: TestApp): Promise<string[]> {
  const { rows } = await testApp.call('activity.list', {
    offset: 0,
    limit: 10,
    filter: { kind: 'export', outcome: null, text: '' },
  });
  return rows.map(({ subject }) => subject).reverse();
}

test('the PDF and the CSV contain every line of the list, of every profile, and what is in progress', async () => {
  const { companies, testApp } = await startWithThreeProfiles();
  await testApp.call('beneficiaries.draft', { action: 'add', label: '=1+1', payload: '{"name":"A"}' });
  companies.simulators.north.faults.set('proof', { kind: 'hang' });
  await testApp.call('proofs.fetch', { references: ['TX-7', 'TX-8'], refresh: false });
  await eventually(async () =>
    expect((await testApp.call('needsYou.list', { offset: 0, limit: 1 })).moving).toContainEqual({
      kind: 'proofs',
      profileId: 'north',
      number: 2,
    }),
  );
  const csv = await save(companies, testApp, 'csv');
  const pdf = await save(companies, testApp, 'pdf');
  const { needs } = await needsOf(testApp);
  const names = { north: 'north Ltd', south: 'south Ltd', east: 'east Ltd' };
  expect(new Set(needs.map(({ profileId }) => profileId))).toEqual(new Set(Object.keys(names)));

  const rows = await readRows(csv);
  // An entry with names has a row for each of them.
  const items = rows
    .filter((row) => row['Section'] === 'Needs you')
    .filter((row, index, all) => index === 0 || all[index - 1]?.['Item'] !== row['Item']);
  expect(items.map((row) => row['Item']?.replace(/^'/, ''))).toEqual(
    needs.map((need) => createNeedMessages(need).title),
  );
  for (const [id, name] of Object.entries(names)) {
    const count = needs.filter(({ profileId }) => profileId === id).length;
    expect(items.filter((row) => row['Profile'] === name && row['Environment'] === 'Sandbox')).toHaveLength(
      count,
    );
  }
  expect(items.filter((row) => row['Batch'] !== '').map((row) => row['Added by'])).toEqual(
    items.filter((row) => row['Batch'] !== '').map(() => 'm.hansen'),
  );
  // A label that looks like a formula stays a text.
  expect(items.find((row) => row['Beneficiary'] === "'=1+1")).toMatchObject({ Item: "'=1+1: draft" });
  expect(rows.filter((row) => row['Section'] !== 'Needs you')).toMatchObject([
    { Item: '2 proofs', Profile: 'north Ltd' },
  ]);

  const lines = await readLines(pdf);
  expect(lines).toContain(`Needs you\t${needs.length} items`);
  expect(lines).toContain('In progress\t2 proofs');
  expect(lines).toContain('north Ltd (sandbox)\t2 proofs');
  for (const need of needs) expect(lines).toContain(createNeedMessages(need).title);
  expect(lines.filter((line) => line.startsWith('Profile\t'))).toHaveLength(needs.length);
  expect(lines.filter((line) => line === 'Profile\teast Ltd (sandbox)')).toHaveLength(2);

  await eventually(async () => expect(await listExports(testApp)).toEqual([csv, pdf]));
});

test('a handover contains what is open after the dialog, not what was open before', async () => {
  const { companies, testApp } = await startWithThreeProfiles();
  const { dialogs } = testApp.platform;
  const { chooseSavePath } = dialogs;
  dialogs.chooseSavePath = async (title, name) => {
    expect(name).toMatch(/^Paydesk handover \d{4}-\d{2}-\d{2}\.csv$/);
    await testApp.call('beneficiaries.draft', {
      action: 'add',
      label: 'Nachzügler',
      payload: '{"name":"N"}',
    });
    return chooseSavePath(title, name);
  };
  const rows = await readRows(await save(companies, testApp, 'csv'));
  expect(rows.map((row) => row['Item'])).toContain('Nachzügler: draft');
});

test('a closed dialog writes and records nothing', async () => {
  const { testApp } = await startWithThreeProfiles();
  testApp.platform.answers.savePath = null;
  for (const as of ['pdf', 'csv'] as const) {
    expect(await testApp.call('needsYou.items', { action: 'saveHandover', as })).toEqual({ savedAs: null });
  }
  expect(await listExports(testApp)).toEqual([]);
});
