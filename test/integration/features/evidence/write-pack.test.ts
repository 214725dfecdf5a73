/** @file Evidence packs of a month: what is in them, where they are, and what remains of one that was not finished. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'csv-parse/sync';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { readPdfText } from '../../../../src/main/features/proofs/extraction/pdf/pdf-text.ts';
import { isUnaltered } from '../../../../src/shared/model/evidence.ts';
import { secretsBelow } from '../../../e2e/traces.ts';
import { codeOf } from '../../../fakes/error-of.ts';
import { savedAt } from '../../../fakes/files/saved-file.ts';
import { readTree, packTest as test } from './pack-fixture.ts';

const statementPath = (wallet: number, extension = 'csv') =>
  `statements/${wallet}/Statement ${wallet} 2026-01-01 to 2026-01-31.${extension}`;

/** Reads a CSV file of a pack. */
function readRows(bytes: Buffer | undefined): Record<string, string>[] {
  return z
    .array(z.record(z.string(), z.string()))
    .parse(parse(bytes ?? Buffer.alloc(0), { bom: true, columns: true }));
}

describe('an evidence pack', () => {
  test('says before writing what it contains and where, and is recorded afterwards', async ({ fixture }) => {
    await mkdir(join(fixture.folder, 'Empty'));
    const { summary, place } = await fixture.describePack('Empty');
    const { plan } = summary;
    expect(summary).toMatchObject({
      statements: 3,
      proofs: 3,
      left: 0,
      unsearched: 1,
      environment: 'sandbox',
    });
    expect(place).toEqual({ path: join(fixture.folder, 'Empty'), state: 'empty' });
    expect(await readdir(fixture.folder)).toEqual(['Empty']);
    const { savedAs, fingerprint } = await fixture.call('evidence.pack', { action: 'write', plan });
    expect(savedAs).toEqual(savedAt(join(fixture.folder, 'Empty'), 'folder'));
    const files = await readTree(join(fixture.folder, 'Empty'));
    expect(files.size).toBe(summary.files);
    expect(
      createHash('sha256')
        .update(files.get('SHA256SUMS') ?? '')
        .digest('hex'),
    ).toBe(fingerprint);

    const check = await fixture.checkPack(join(fixture.folder, 'Empty'));
    expect(isUnaltered(check)).toBe(true);
    expect(check).toMatchObject({ fingerprint, files: files.size - 1, record: { state: 'recorded' } });
    const filter = {
      kind: 'evidence-pack' as const,
      outcome: null,
      text: fingerprint,
      since: null,
      before: null,
    };
    const { rows } = await fixture.call('activity.list', { offset: 0, limit: 10, filter });
    expect(rows).toContainEqual(expect.objectContaining({ at: 'at' in check.record ? check.record.at : '' }));
  });

  test('has the ledger, each match with its rule, and what is open on its last day', async ({ fixture }) => {
    const { path } = await fixture.writePack('Matched');
    const files = await readTree(path);
    const ledger = 'ledgers/books 2026.csv';
    expect(files.get(ledger)?.toString()).toBe(fixture.ledger);

    const matches = readRows(files.get('matches.csv'));
    expect(new Set(matches.map((row) => row['Ledger']))).toEqual(new Set([ledger]));
    const byHand = matches.filter((row) => row['Matched by'] === 'By hand');
    const decided = {
      User: fixture.platform.info.osUser,
      Time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    };
    expect(byHand).toMatchObject([
      { 'File in this pack': statementPath(1001), 'Row of that file': '3', ...decided },
      { 'File in this pack': ledger, 'Row of that file': '2', ...decided },
    ]);
    expect(byHand[0]?.['Why']).toContain('same reference, same day, amounts differ by');
    const byRule = matches.filter((row) => row['Matched by'] === 'Reference and amount');
    expect(byRule.length + byHand.length).toBe(matches.length);
    const parseAll = (name: string): string[][] =>
      parse(files.get(name) ?? '', { bom: true, relax_column_count: true });
    const cells = { [statementPath(1001)]: parseAll(statementPath(1001)), [ledger]: parseAll(ledger) };
    for (const row of byRule) {
      expect(row).toMatchObject({ Why: 'same reference, same day', User: '', Time: '' });
      const rowCells = cells[row['File in this pack'] ?? '']?.[Number(row['Row of that file']) - 1];
      expect(rowCells).toContain(row['Reference']);
    }
    // Both rows of a match have its number and the same reference.
    for (const [first, second] of byRule.flatMap((row, index) =>
      index % 2 === 0 ? [[row, byRule[index + 1]] as const] : [],
    )) {
      expect(second?.['Number of the match']).toBe(first['Number of the match']);
      expect(second?.['Reference']).toBe(first['Reference']);
    }

    const open = readRows(files.get('open-items.csv'));
    expect(open).toMatchObject([
      { Side: 'Statement', 'Why open': 'No row fits', 'Row of that file': '2', User: '', Time: '' },
      { Side: 'Statement', 'Why open': 'Separated by you', 'Row of that file': '5', ...decided },
      { Side: 'Ledger', 'Why open': 'Separated by you', 'Row of that file': '4', ...decided },
      { Side: 'Ledger', 'Why open': 'No row fits', Reference: 'UNKNOWN-1', Amount: '-7.770' },
    ]);
    expect(open.at(-1)).toMatchObject({
      Date: '2026-01-02',
      'Age in days': '29',
      'Age counted to': '2026-01-31',
      'File in this pack': ledger,
    });
    const rowCount = Object.values(cells).reduce((sum, rows) => sum + rows.length - 1, 0);
    expect(matches.length + open.length).toBe(rowCount);
  });

  test('leaves out a ledger that was also matched outside of the pack', async ({ fixture }) => {
    const [, second = 0] = fixture.statementIds;
    const files = await readTree((await fixture.writePack('Second', [second])).path);
    expect([...files.keys()].filter((name) => /ledger|match|open/.test(name))).toEqual([]);
  });

  test('has the original bytes, proofs, checks and log, and passes sha256sum', async ({ fixture }) => {
    const { path } = await fixture.writePack('January');
    const files = await readTree(path);

    for (const [index, name] of [
      statementPath(1001),
      statementPath(1002),
      statementPath(1001, 'pdf'),
    ].entries()) {
      fixture.platform.answers.savePath = join(fixture.folder, `original ${index}`);
      const statementId = fixture.statementIds[index] ?? 0;
      await fixture.call('viewer.export', { action: 'original', statementId });
      expect(files.get(name)).toEqual(await readFile(join(fixture.folder, `original ${index}`)));
    }
    const proofs = [...files.keys()].filter((name) => name.startsWith('proofs/as-received/'));
    expect(proofs.toSorted()).toEqual(
      fixture.references.map((reference) => `proofs/as-received/${reference}.json`).toSorted(),
    );
    expect([...files.keys()].filter((name) => /^proofs\/[^/]+$/.test(name))).toHaveLength(3);

    const checks = readRows(files.get('checks.csv'));
    expect(checks).toContainEqual({
      Statement: statementPath(1001),
      Check: 'The balance adds up',
      Result: 'Passed',
      Facts: expect.stringContaining('Calculated from the amount'),
    });
    const cover = await readPdfText(files.get('cover-page.pdf') ?? Buffer.alloc(0));
    const coverText = 'text' in cover ? cover.text.replaceAll(/\s+/g, ' ') : '';
    const { osUser, version } = fixture.platform.info;
    for (const text of [
      'Evidence pack',
      osUser,
      version,
      '2026-01-01 to 2026-01-31',
      'sha256sum -c SHA256SUMS',
    ])
      expect(coverText).toContain(text);

    const readings = readRows(files.get('readings.csv'));
    const ofStatement = { File: statementPath(1001) };
    expect(readings).toContainEqual({ ...ofStatement, Part: 'Encoding', 'Read as': 'utf-8' });
    expect(readings).toContainEqual({
      ...ofStatement,
      Part: 'Column 1: Date',
      'Read as': 'date, date, year-first',
    });

    const log = readRows(files.get('activity.csv'));
    const actions = log.map((row) => `${row['Action']}: ${row['Item']}`);
    expect(actions).toContain('Downloaded a statement: 2026-01-01 to 2026-01-31: 1002 (2)');
    for (const reference of fixture.references)
      expect(actions).toContain(`Fetched a proof of payment: ${reference}`);
    expect(actions.join()).not.toContain('TX-ELSEWHERE');

    const { stdout } = await promisify(execFile)('sha256sum', ['-c', 'SHA256SUMS'], { cwd: path });
    expect(stdout.trim().split('\n')).toHaveLength(files.size - 1);
    const listed = readRows(files.get('index.csv'));
    for (const row of listed) {
      const bytes = files.get(row['File'] ?? '') ?? Buffer.alloc(0);
      expect(row['SHA-256']).toBe(createHash('sha256').update(bytes).digest('hex'));
    }
    expect(listed).toHaveLength(files.size - 2);
    expect(listed.map((row) => row['Content']).join()).toContain(`saved with Paydesk ${version} at 20`);
  });

  test('is the same every time, except of the cover page and of the lists', async ({ fixture }) => {
    const first = await readTree((await fixture.writePack('First')).path);
    const second = await readTree((await fixture.writePack('Second')).path);
    const changed = [...first].flatMap(([path, bytes]) =>
      second.get(path)?.equals(bytes) === true ? [] : [path],
    );
    const mayChange = ['SHA256SUMS', 'cover-page.pdf', 'index.csv'];
    expect(changed.filter((path) => !mayChange.includes(path))).toEqual([]);
  });

  test('is unencrypted only in the chosen folder', async ({ fixture }) => {
    const { path } = await fixture.writePack('January');
    const [, line = ''] = (await readFile(join(path, statementPath(1001)), 'utf8')).split('\r\n');
    expect(await secretsBelow(fixture.folder, { line })).toEqual([
      `${join(path, statementPath(1001))}: line`,
    ]);
    expect(await secretsBelow(fixture.testApp.dataFolder, { line })).toEqual([]);
    expect(await readdir(fixture.folder)).toEqual(['January']);
  });

  test('has the history of ticks and notes with their rows in the file', async ({ fixture }) => {
    const [statementId = 0] = fixture.statementIds;
    const { handle } = await fixture.call('viewer.open', { statementId, options: {} });
    const rows = { kind: 'some' as const, rows: [0, 1, 2, 8] };
    const note = { kind: 'note' as const, text: 'Invoice is missing' };
    const annotate = { action: 'annotate', handle, rows } as const;
    await fixture.call('viewer.annotations', { ...annotate, annotation: { kind: 'tick', isTicked: true } });
    const { act } = await fixture.call('viewer.annotations', { ...annotate, annotation: note });
    await fixture.call('viewer.annotations', { action: 'undo', handle, act });
    const { summary } = await fixture.describePack('Announced');
    const { path } = await fixture.writePack('Annotated');
    const files = await readTree(path);
    expect(files.size).toBe(summary.files);
    const who = fixture.platform.info.osUser;
    expect(readRows(files.get('ticks-and-notes.csv'))).toMatchObject([
      { Statement: statementPath(1001), User: who, Change: 'Ticked', 'Rows of the file': '2-4, 10' },
      { Change: 'Note: Invoice is missing', 'Rows of the file': '2-4, 10' },
      { Change: 'Note: Invoice is missing (undone)' },
    ]);
  });

  test('has the history of the sign-offs of its statements, the same in every pack', async ({ fixture }) => {
    const [statementId = 0] = fixture.statementIds;
    const { facts } = await fixture.call('viewer.annotations', { action: 'signOffFacts', statementId });
    const explanations = facts.openChecks.map(({ id }) => ({ id, text: '=Checked' }));
    await fixture.call('viewer.annotations', { action: 'signOff', statementId, explanations });
    await fixture.call('viewer.annotations', { action: 'withdraw', statementId, reason: 'Too early' });
    const { summary } = await fixture.describePack('Announced');
    const files = await readTree((await fixture.writePack('Signed')).path);
    expect(files.size).toBe(summary.files);
    const who = fixture.platform.info.osUser;
    const [signed, withdrawn, ...others] = readRows(files.get('sign-offs.csv'));
    expect(others).toEqual([]);
    expect(signed).toMatchObject({
      Statement: statementPath(1001),
      User: who,
      Change: 'Signed off',
      Rows: String(facts.rows),
      'Unticked rows': String(facts.rows - facts.ticked),
      Currency: facts.sums.map(({ currency }) => currency).join('\n'),
      'Opening balance': facts.balance?.opening,
      Out: facts.sums.map(({ outgoing }) => outgoing).join('\n'),
      'Checks passed': String(facts.passed),
      'Explanations of other checks': facts.openChecks.map(({ title }) => `${title}: =Checked`).join('\n'),
    });
    expect(withdrawn).toMatchObject({ Statement: statementPath(1001), Change: 'Withdrawn: Too early' });
    const again = await readTree((await fixture.writePack('Signed again')).path);
    expect(again.get('sign-offs.csv')).toEqual(files.get('sign-offs.csv'));
    const log = readRows(files.get('activity.csv'));
    expect(log.map((row) => Object.values(row).join(' '))).toEqual(
      expect.arrayContaining([
        expect.stringContaining('Signed off a statement'),
        expect.stringContaining('Withdrew a sign-off'),
      ]),
    );
  });
});

describe('an evidence pack that is not finished', () => {
  test('leaves nothing when the clerk cancels', async ({ fixture }) => {
    const { plan } = (await fixture.describePack('January')).summary;
    const writing = codeOf(fixture.call('evidence.pack', { action: 'write', plan }));
    await fixture.call('evidence.pack', { action: 'cancel', job: 'write' });
    expect(await writing).toBe('cancelled');
    expect(await readdir(fixture.folder)).toEqual([]);
    expect(fixture.testApp.topic('evidence')).toEqual({});
    await fixture.call('evidence.pack', { action: 'write', plan });
    expect(await readdir(fixture.folder)).toEqual(['January']);
  });

  test('leaves nothing when Paydesk ends', async ({ fixture }) => {
    const { plan } = (await fixture.describePack('January')).summary;
    const writing = codeOf(fixture.call('evidence.pack', { action: 'write', plan }));
    await fixture.restart();
    expect(await writing).toBe('cancelled');
    expect(await readdir(fixture.folder)).toEqual([]);
  });

  test('changes nothing in a folder with files', async ({ fixture }) => {
    await mkdir(join(fixture.folder, 'Taken'));
    await writeFile(join(fixture.folder, 'Taken', 'mine.txt'), 'mine');
    const { summary, place } = await fixture.describePack('Taken');
    const { plan } = summary;
    expect(place?.state).toBe('taken');
    expect(await codeOf(fixture.call('evidence.pack', { action: 'write', plan }))).toBe('pack-folder-taken');
    expect(await readdir(fixture.folder, { recursive: true })).toEqual(['Taken', join('Taken', 'mine.txt')]);
  });

  test('is not written after another pack was described, or after a sign-out', async ({ fixture }) => {
    const { plan } = (await fixture.describePack('January')).summary;
    await fixture.describePack('Again');
    expect(await codeOf(fixture.call('evidence.pack', { action: 'write', plan }))).toBe('arguments-invalid');
    await fixture.call('session.signOut', { forgetKey: false });
    expect(await codeOf(fixture.call('evidence.pack', { action: 'write', plan: plan + 1 }))).toBe(
      'sign-in-needed',
    );
    expect(await readdir(fixture.folder)).toEqual([]);
    await fixture.signIn();
  });
});
