import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished } from 'vitest';
import type { DocumentRow } from '../../../../src/shared/contract/documents.ts';
import { reasonMessage } from '../../../../src/shared/document-reason-message.ts';
import { eventually } from '../../../fakes/eventually.ts';
import { jpeg, pdf, png, svg, writeFiles } from '../../../fakes/files/files.ts';
import { test } from './company-test.ts';
import type { DocumentsFixture } from './documents-fixture.ts';

const acceptedFiles: Record<string, [Buffer, DocumentRow['kind']]> = {
  'SHOUTED.PDF': [pdf('shouted'), 'pdf'],
  'photo.JPEG': [jpeg('photo'), 'jpeg'],
  'scan.Png': [png('scan'), 'png'],
  'plan.svg': [svg('plan'), 'svg'],
  'header at byte 100.pdf': [Buffer.concat([Buffer.alloc(100, '\n'), pdf('late')]), 'pdf'],
};

type ExpectedRejection = [Buffer, string, Record<string, string | number>];
const rejectedFiles: Record<string, ExpectedRejection> = {
  'no extension': [pdf('a'), 'extension-missing', {}],
  'report.docx': [pdf('d'), 'extension-not-allowed', { extension: 'docx' }],
  'image.pdf': [png('g'), 'content-differs', { extension: 'pdf', found: 'png' }],
  'page.pdf': [Buffer.from('<!doctype html>'), 'content-differs', { extension: 'pdf', found: 'other' }],
  'page.svg': [Buffer.from('<html></html>'), 'svg-not-drawing', { what: 'html' }],
  'script.svg': [Buffer.from('<svg><script>a()</script></svg>'), 'svg-active', { what: 'script' }],
  'empty.pdf': [Buffer.alloc(0), 'empty-file', {}],
};

test('every dropped file is listed once, ready or rejected with its reason', async ({ fixture }) => {
  const files = [...Object.entries(acceptedFiles), ...Object.entries(rejectedFiles)];
  const batchId = await fixture.dropFiles(Object.fromEntries(files.map(([name, [bytes]]) => [name, bytes])));
  const rows = await fixture.rowsOf(batchId);
  expect(rows.map(({ name }) => name)).toEqual(files.map(([name]) => name));
  const rowNamed = (name: string) => rows.find((row) => row.name === name);
  for (const [name, [bytes, kind]] of Object.entries(acceptedFiles)) {
    const ready = { state: 'ready', group: 'unassigned', reason: null, kind, size: bytes.length };
    expect(rowNamed(name), name).toMatchObject(ready);
    const { sha256, history } = await fixture.detailOf(batchId, name);
    expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect(history.map((event) => event.kind)).toEqual(['checked', 'dropped']);
  }
  for (const [name, [, code, facts]] of Object.entries(rejectedFiles)) {
    const reason = { code, facts };
    expect(rowNamed(name), name).toMatchObject({ state: 'rejected', group: 'rejected', reason });
    expect((await fixture.detailOf(batchId, name)).history[0]).toMatchObject({ kind: 'rejected', reason });
  }
  const { reason } = rowNamed('page.pdf') ?? {};
  expect(reason && reasonMessage(reason).short).toBe('Named .pdf, but is another type');
  const summary = await fixture.untilBatchSummary(batchId, { state: 'draft', documents: rows.length });
  const [unassigned, rejected] = [acceptedFiles, rejectedFiles].map((kind) => Object.keys(kind).length);
  expect(summary.counts).toEqual({ unassigned, rejected });
});

const composed = 'Überweisung Ångström é.pdf';
const decomposed = composed.normalize('NFD');

test('a name is sent in normalized form, and its file opened by its original name', async ({ fixture }) => {
  expect(decomposed).not.toBe(composed);
  const otherNames = [
    'emoji 👩‍💼🏴󠁧󠁢󠁥󠁮󠁧󠁿.pdf',
    '请求書 счёт فاتورة.pdf',
    '100% & <b>"#?+.pdf',
    "'; DROP TABLE document; --.pdf",
    '.hidden.pdf',
    ' blank in front.pdf',
    `${'x'.repeat(251)}.pdf`,
  ];
  const { batchId } = await fixture.send(
    Object.fromEntries([decomposed, ...otherNames].map((name) => [name, pdf(name)])),
  );
  await fixture.untilFinished(batchId);
  const names = fixture.receivedNames('rcp-Ahlström');
  expect(names).toEqual([composed, ...otherNames].sort());
  const { path } = await fixture.detailOf(batchId, composed);
  expect(path).toBe(join(fixture.folder, decomposed));
});

test('two files whose names differ only in Unicode normalization are two documents', async ({ fixture }) => {
  const batchId = await fixture.dropFiles({ [composed]: pdf('a'), [decomposed]: pdf('b') });
  expect((await fixture.rowsOf(batchId)).map(({ name, state }) => [name, state])).toEqual([
    [composed, 'ready'],
    [composed, 'ready'],
  ]);
});

test('a name with control characters is rejected, and its last spaces are not sent', async ({ fixture }) => {
  const names = [
    ['new line\n.pdf', 'new line\n.pdf', 'name-not-allowed'],
    ['tab\t1.pdf', 'tab\t1.pdf', 'name-not-allowed'],
    ['escape\u001b[31m.pdf', 'escape\u001b[31m.pdf', 'name-not-allowed'],
    ['C1\u0085.pdf', 'C1\u0085.pdf', 'name-not-allowed'],
    ['back\\slash.pdf', 'back\\slash.pdf', 'name-not-allowed'],
    ['space.pdf ', 'space.pdf', undefined],
    ['spaces and dots.pdf. . ', 'spaces and dots.pdf', undefined],
    ['no-break space.PDF\u00a0', 'no-break space.PDF', undefined],
    // The extension is not allowed even without trailing spaces.
    ['notes.txt ', 'notes.txt ', 'extension-not-allowed'],
    ['a.pdf b ', 'a.pdf b ', 'extension-not-allowed'],
  ] as const;
  const batchId = await fixture.dropFiles(Object.fromEntries(names.map(([name]) => [name, pdf(name)])));
  const rows = await fixture.rowsOf(batchId);
  expect(rows.map(({ name, reason }) => [name, reason?.code])).toEqual(
    names.map(([, name, code]) => [name, code]),
  );
  const { path } = await fixture.detailOf(batchId, 'spaces and dots.pdf');
  expect(path).toBe(join(fixture.folder, 'spaces and dots.pdf. . '));
});

test('invisible characters, a long name and a large file lead to a warning', async ({ fixture }) => {
  const appearance = { theme: 'system', contrast: false } as const;
  await fixture.call('settings.change', { appearance, largeFileMegabytes: 1 });
  const names = [
    ['right-to-left override\u202Efdp.pdf', ['name-direction']],
    ['direction mark\u200f.pdf', ['name-direction']],
    ['\u2067isolates\u2069.pdf', ['name-direction']],
    ['zero-width\u200bspace.pdf', ['name-hidden']],
    ['joiner between Latin\u200dletters.pdf', ['name-hidden']],
    ['\ufeffbyte order mark\u3164.pdf', ['name-hidden']],
    ['tag characters\u{e0041}.pdf', ['name-hidden']],
    ['\u0645\u06cc\u200c\u062e \u{1f468}\u200d\u{1f469}.pdf', []],
    [`${'ä'.repeat(125)}x.pdf`, ['name-long']],
    [`${'x'.repeat(196)}.pdf`, []],
    ['large.pdf', ['large']],
    ['not large.pdf', []],
  ] as const;
  const sizes: Record<string, number> = { 'large.pdf': 1_000_001, 'not large.pdf': 900_000 };
  const batchId = await fixture.dropFiles(
    Object.fromEntries(names.map(([name]) => [name, pdf(name, sizes[name])])),
  );
  const rows = await fixture.rowsOf(batchId);
  expect(rows.map(({ name, state, warnings }) => [name, state, warnings])).toEqual(
    names.map(([name, warnings]) => [name, 'ready', warnings]),
  );
});

/** Returns folder, name, state and reason of every document of a batch. */
async function listedRows(fixture: DocumentsFixture, batchId: number) {
  const rows = await fixture.rowsOf(batchId);
  return rows.map(({ name, folder, state, reason }) => [folder, name, state, reason?.code ?? null]);
}

async function recheck(fixture: DocumentsFixture, batchId: number, ...names: string[]): Promise<void> {
  await fixture.changeDocuments('recheck', batchId, ...names);
  await fixture.untilChecked(batchId);
}

test('folders are listed recursively in natural order', async ({ fixture }) => {
  await writeFiles(fixture.folder, {
    'drop/scan 10.pdf': pdf('ten'),
    'drop/scan 2.pdf': pdf('two'),
    'drop/inner/deep/scan.pdf': pdf('deep'),
    'drop/notes.txt': Buffer.from('notes'),
  });
  mkdirSync(join(fixture.folder, 'drop/nothing in it'));
  const batchId = await fixture.drop(join(fixture.folder, 'drop'));
  expect(await listedRows(fixture, batchId)).toEqual([
    ['drop/inner/deep', 'scan.pdf', 'ready', null],
    ['drop', 'notes.txt', 'rejected', 'extension-not-allowed'],
    ['drop', 'scan 2.pdf', 'ready', null],
    ['drop', 'scan 10.pdf', 'ready', null],
  ]);
});

test('a folder named like a document is rejected, and its files are listed', async ({ fixture }) => {
  await writeFiles(fixture.folder, { 'full.pdf/scan.pdf': pdf('inside') });
  mkdirSync(join(fixture.folder, 'hollow.pdf'));
  const batchId = await fixture.drop(join(fixture.folder, 'full.pdf'), join(fixture.folder, 'hollow.pdf'));
  expect(await listedRows(fixture, batchId)).toEqual([
    ['', 'full.pdf', 'rejected', 'is-folder'],
    ['full.pdf', 'scan.pdf', 'ready', null],
    ['', 'hollow.pdf', 'rejected', 'is-folder'],
  ]);
  expect((await fixture.rowOf(batchId, 'full.pdf')).reason?.facts).toEqual({ files: 1 });
  await recheck(fixture, batchId);
  expect(new Set(await listedRows(fixture, batchId))).toEqual(
    new Set([
      ['', 'full.pdf', 'rejected', 'is-folder'],
      ['', 'hollow.pdf', 'rejected', 'is-folder'],
      ['full.pdf', 'scan.pdf', 'ready', null],
    ]),
  );
});

test('an empty folder is listed as empty until a new check finds a file in it', async ({ fixture }) => {
  mkdirSync(join(fixture.folder, 'hollow'));
  const batchId = await fixture.drop(join(fixture.folder, 'hollow'));
  expect(await listedRows(fixture, batchId)).toEqual([['', 'hollow', 'rejected', 'empty-folder']]);
  await recheck(fixture, batchId);
  expect(await listedRows(fixture, batchId)).toEqual([['', 'hollow', 'rejected', 'empty-folder']]);
  await writeFiles(fixture.folder, { 'hollow/scan.pdf': pdf('later') });
  await recheck(fixture, batchId);
  expect(await listedRows(fixture, batchId)).toEqual([['hollow', 'scan.pdf', 'ready', null]]);
});

test('a missing file waits, keeps its beneficiary, and is ready once it is back', async ({ fixture }) => {
  const id = await fixture.addBeneficiary('A');
  const path = join(fixture.folder, 'scan.pdf');
  const batchId = await fixture.drop(path);
  expect(await listedRows(fixture, batchId)).toEqual([['', 'scan.pdf', 'waiting-for-file', 'file-missing']]);
  await fixture.assign(batchId, id);
  writeFileSync(path, pdf('back'));
  await recheck(fixture, batchId);
  expect(await fixture.rowOf(batchId, 'scan.pdf')).toMatchObject({ state: 'ready', beneficiary: { id } });
  rmSync(path);
  await recheck(fixture, batchId);
  expect(await fixture.rowOf(batchId, 'scan.pdf')).toMatchObject({
    state: 'waiting-for-file',
    reason: { code: 'file-missing' },
    beneficiary: { id },
  });
});

test('impossible paths are listed with their reason', async ({ fixture }) => {
  await writeFiles(fixture.folder, { 'file.pdf': pdf('a') });
  const batchId = await fixture.drop(
    join(fixture.folder, 'file.pdf/scan.pdf'),
    join(fixture.folder, `${'x'.repeat(300)}.pdf`),
  );
  const [pathThroughFile, overlongName] = await fixture.rowsOf(batchId);
  expect(pathThroughFile).toMatchObject({ state: 'waiting-for-file', reason: { code: 'file-missing' } });
  expect(overlongName).toMatchObject({
    state: 'rejected',
    reason: { code: 'unreadable', facts: { system: 'ENAMETOOLONG' } },
  });
});

test('pipes and sockets are rejected without blocking, also in a later check', async ({ fixture }) => {
  const [regular = ''] = await writeFiles(fixture.folder, { 'drop/scan.pdf': pdf('a') });
  execFileSync('mkfifo', [join(fixture.folder, 'drop/pipe.pdf')]);
  const server = createServer().listen(join(fixture.folder, 'drop/socket.pdf'));
  onTestFinished(() => void server.close());
  const batchId = await fixture.drop(join(fixture.folder, 'drop'));
  const expected = [
    ['drop', 'pipe.pdf', 'rejected', 'not-a-file'],
    ['drop', 'scan.pdf', 'ready', null],
    ['drop', 'socket.pdf', 'rejected', 'not-a-file'],
  ];
  expect(await listedRows(fixture, batchId)).toEqual(expected);
  await recheck(fixture, batchId);
  expect(await listedRows(fixture, batchId)).toEqual(expected);

  // A pipe that replaces a file after the drop must not block either.
  rmSync(regular);
  execFileSync('mkfifo', [regular]);
  await recheck(fixture, batchId, 'scan.pdf');
  expect((await fixture.rowOf(batchId, 'scan.pdf')).reason?.code).toBe('not-a-file');
});

test('system files such as .DS_Store are listed as excluded', async ({ fixture }) => {
  const junk = { '.DS_Store': 'a', 'Thumbs.db': 'b', 'desktop.ini': 'c', '.localized': 'd' };
  const batchId = await fixture.dropFiles(
    Object.fromEntries(Object.entries(junk).map(([name, text]) => [name, Buffer.from(text)])),
  );
  expect(await listedRows(fixture, batchId)).toEqual(
    Object.keys(junk).map((name) => ['', name, 'excluded', 'system-file']),
  );
});

/** Source of a worker that appends to a file until `stop` is set. */
const writerSource = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { appendFileSync } = require('node:fs');
  const stop = new Int32Array(workerData.stop);
  parentPort.postMessage('writing');
  while (Atomics.load(stop, 0) === 0) appendFileSync(workerData.path, 'more and more');
`;

test('a file that grows during its check waits, and is checked once it is complete', async ({ fixture }) => {
  const [path = ''] = await writeFiles(fixture.folder, { 'scan.pdf': pdf('growing', 1_000_000) });
  const stop = new SharedArrayBuffer(4);
  const worker = new Worker(writerSource, { eval: true, workerData: { path, stop } });
  await new Promise((resolve) => worker.once('message', resolve));
  const batchId = await fixture.drop(path);
  // On a busy disk the writer may pause for a whole check, so the check is repeated.
  const selection = await fixture.selectionOf(batchId);
  await eventually(async () => {
    const { state, reason } = await fixture.rowOf(batchId, 'scan.pdf');
    if (state === 'ready') {
      await fixture.call('documents.change', { action: 'recheck', ...selection });
      await fixture.untilChecked(batchId);
    }
    expect({ state, reason }).toMatchObject({ state: 'waiting-for-file', reason: { code: 'file-locked' } });
  });
  Atomics.store(new Int32Array(stop), 0, 1);
  await new Promise((resolve) => worker.once('exit', resolve));

  await fixture.changeDocuments('recheck', batchId);
  await fixture.untilChecked(batchId);
  const bytes = await readFile(path);
  const row = await fixture.rowOf(batchId, 'scan.pdf');
  expect(row).toMatchObject({ state: 'ready', size: bytes.length });
  const { sha256 } = await fixture.call('documents.detail', { documentId: row.id });
  expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
});

test('a file that changed since its check shows both sizes after a new check', async ({ fixture }) => {
  const [path = ''] = await writeFiles(fixture.folder, { 'scan.pdf': pdf('a') });
  const batchId = await fixture.drop(path);
  const { id, size } = await fixture.rowOf(batchId, 'scan.pdf');
  await writeFile(path, pdf('a', 5_000));
  await fixture.changeDocuments('recheck', batchId);
  await fixture.untilChecked(batchId);
  const detail = await fixture.call('documents.detail', { documentId: id });
  expect(detail).toMatchObject({ state: 'ready', sizeBefore: size });
  expect(detail.size).toBeGreaterThanOrEqual(5_000);
});
