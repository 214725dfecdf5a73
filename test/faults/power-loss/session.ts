/**
 * @file The recorded day of work: a separate program with Paydesk and the practice company. It covers everything that
 * Paydesk stores, with a restart in between. The only argument is the recorded folder.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { writeWhole } from '../../../src/main/library/files.ts';
import { startSimulator } from '../../../src/main/simulator/simulator.ts';
import type { StatementEvent } from '../../../src/main/simulator/statement-event.ts';
import { defaultSettings } from '../../../src/shared/model/settings.ts';
import { pdf, writeFiles } from '../../fakes/files.ts';
import { type Acknowledged, acknowledge, pathsIn } from './acknowledged.ts';
import { openPaydesk, profileId, rowsOfAllBatches, statementsOf } from './paydesk.ts';

const paths = pathsIn(process.argv[2] ?? '');
for (const path of [paths.data, paths.saved, paths.inbox]) mkdirSync(path, { recursive: true });
for (const path of [paths.journal, paths.keychain, paths.acknowledged])
  mkdirSync(dirname(path), { recursive: true });

const company = await startSimulator({ journal: paths.journal, recipientUpdate: 'append' });
let paydesk = await openPaydesk(paths, company);
const record = (acknowledged: Acknowledged) => acknowledge(paths.acknowledged, acknowledged);
const recordActivity = () => record({ what: 'activity', entries: paydesk.topic('activity').entries });

async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await condition())) await pause(5);
}

/** Writes documents into a new folder for each beneficiary; returns the paths of the folders and the names of the documents. */
async function prepareDocuments(name: string, labels: readonly string[]) {
  const names: string[] = [];
  for (const label of labels) {
    const files = [`${name} ${label} 1.pdf`, `${name} ${label} 2.pdf`];
    const folder = join(paths.documents, name, label);
    await writeFiles(folder, Object.fromEntries(files.map((file) => [file, pdf(file)])));
    names.push(...files);
  }
  return { paths: labels.map((label) => join(paths.documents, name, label)), names };
}

async function addBeneficiary(label: string): Promise<void> {
  await paydesk.call('beneficiaries.add', { label, recipientId: `R-${label}` });
  record({ what: 'beneficiary', label });
}

async function drop(name: string, labels: readonly string[]): Promise<{ batchId: number; names: string[] }> {
  const { paths, names } = await prepareDocuments(name, labels);
  const { batchId } = await paydesk.call('documents.add', { references: paydesk.references(paths) });
  record({ what: 'dropped', names });
  await until(async () => {
    const rows = await rowsOfAllBatches(paydesk);
    return names.every((one) => rows.some((row) => row.name === one && row.state === 'ready'));
  });
  return { batchId, names };
}

async function startBatch(batchId: number, names: string[]): Promise<void> {
  const matched = await paydesk.call('documents.folders', { batchId });
  const folders = matched.flatMap(({ folder, match }) =>
    match === null ? [] : [{ folder, beneficiaryId: match.id }],
  );
  await paydesk.call('documents.assignFolders', { batchId, folders });
  const { toAttach, beneficiaries } = await paydesk.call('documents.review', { batchId });
  await paydesk.call('documents.start', { batchId, documents: toAttach, beneficiaries });
  record({ what: 'started', names });
}

/** Waits until documents are attached, and records each one as soon as it is. */
async function recordAttached(names: readonly string[]): Promise<void> {
  const left = new Set(names);
  await until(async () => {
    const rows = await rowsOfAllBatches(paydesk);
    const attached = rows.filter(({ name, state }) => state === 'attached' && left.has(name));
    if (attached.length > 0) record({ what: 'attached', names: attached.map(({ name }) => name) });
    for (const { name } of attached) left.delete(name);
    return left.size === 0;
  });
}

async function fetchProofs(references: string[]): Promise<void> {
  await paydesk.call('proofs.fetch', { references, refresh: false });
  record({ what: 'proofs-asked', references });
  const left = new Set(references);
  await until(async () => {
    const page = { offset: 0, limit: 200, state: null, search: '' };
    const { rows } = await paydesk.call('proofs.list', page);
    for (const { id, reference, state } of rows) {
      if (state !== 'saved' || !left.has(reference)) continue;
      const { versions } = await paydesk.call('proofs.detail', { id });
      record({ what: 'proof-kept', reference, sha256: versions[0]?.sha256 ?? '' });
      left.delete(reference);
    }
    return left.size === 0;
  });
}

async function requestStatements(walletIds: number[], format: 'csv' | 'pdf'): Promise<StatementEvent[]> {
  const periods = [{ since: '2026-01-01', till: '2026-01-31' }];
  const before = company.events().length;
  await paydesk.call('statements.request', { profileId, walletIds, periods, format, email: '' });
  record({ what: 'statement-asked', walletIds, format });
  await until(() => company.events().length === before + walletIds.length);
  return company.events().slice(before);
}

async function recordStored(walletId: number): Promise<void> {
  await until(async () => {
    const statement = (await statementsOf(paydesk)).find(
      ({ wallet, state }) => wallet.id === walletId && state === 'stored',
    );
    if (statement !== undefined)
      record({ what: 'statement-stored', walletId, sha256: statement.sha256 ?? '' });
    return statement !== undefined;
  });
}

const paste = (event: StatementEvent) =>
  paydesk.call('statements.pasteEvent', { text: JSON.stringify(event) });

/** Writes an event to the inbox durably, as the company's webhook receiver does. */
async function writeToInbox(event: StatementEvent): Promise<void> {
  await writeWhole(join(paths.inbox, `${event.eventId}.json`), Buffer.from(JSON.stringify(event)));
  record({ what: 'left-in-inbox', eventId: event.eventId });
}

// First run: settings, the address book and an attached batch.
await paydesk.call('settings.change', { ...defaultSettings, largeFileMegabytes: 40 });
record({ what: 'setting', largeFileMegabytes: 40 });
for (const label of ['Ahlström', 'Borgo']) await addBeneficiary(label);
const first = await drop('first', ['Ahlström', 'Borgo']);
await startBatch(first.batchId, first.names);
await recordAttached(first.names);
recordActivity();

// Proofs create the library; statement events are pasted or arrive in the inbox.
const references = Object.values(company.exampleOfEachKind());
await fetchProofs(references.slice(0, 2));
const [pasted, left] = await requestStatements([1001, 1002], 'csv');
if (pasted !== undefined) await paste(pasted);
await recordStored(1001);
if (left !== undefined) await writeToInbox(left);
await recordStored(1002);
if (pasted !== undefined)
  await paste({ ...pasted, eventId: 'other', event: { ...pasted.event, walletId: 1012 } });
record({ what: 'quarantined', walletId: 1012 });
recordActivity();

// Restart: the write-ahead log is merged into the database, and a new log begins.
await paydesk.close();
paydesk = await openPaydesk(paths, company);
await fetchProofs(references.slice(2, 5));
await addBeneficiary('Cortés');
company.faults.set('updateRecipient', { kind: 'effect-then-reset', times: 1 });
const second = await drop('second', ['Cortés']);
await startBatch(second.batchId, second.names);
let unknown = await paydesk.call('beneficiaries.unknownOutcomes', {});
await until(async () => {
  unknown = await paydesk.call('beneficiaries.unknownOutcomes', {});
  return unknown.length > 0;
});
record({ what: 'unknown', label: 'Cortés' });
const statements = await requestStatements([1003], 'pdf');
for (const event of statements) await paste(event);
await recordStored(1003);
record({ what: 'settling', label: 'Cortés' });
for (const { attachId } of unknown)
  await paydesk.call('beneficiaries.settle', { decision: 'is-there', attachId, recipientId: null });
record({ what: 'settled', label: 'Cortés' });
await recordAttached(second.names);

// Unfinished work: a draft batch, a request without an event; and a saved proof.
await drop('third', ['Borgo']);
await requestStatements([1004], 'csv');
const [row] = (await paydesk.call('proofs.list', { offset: 0, limit: 1, state: 'saved', search: '' })).rows;
if (row === undefined) throw new Error('No proof was stored');
const savedName = 'saved proof';
paydesk.platform.answers.saveFile = join(paths.saved, savedName);
await paydesk.call('proofs.save', { id: row.id, version: null, form: 'received' });
const saved = readFileSync(join(paths.saved, savedName));
record({ what: 'saved', name: savedName, sha256: createHash('sha256').update(saved).digest('hex') });
recordActivity();
await paydesk.close();
await company.close();
process.exit(0);
