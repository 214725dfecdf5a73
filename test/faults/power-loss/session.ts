/**
 * @file The recorded day of work: a separate program with Paydesk and the practice company. It covers all that Paydesk stores,
 * with a restart after half of the work. The only argument is the recorded folder.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import type { StatementEvent } from '../../../src/main/practice/worker-messages.ts';
import { writeSmallFile } from '../../../src/main/storage/library/files.ts';
import { defaultSettings } from '../../../src/shared/model/settings.ts';
import { pdf, writeFiles } from '../../fakes/files/files.ts';
import { startSimulator } from '../../practice/simulator.ts';
import { startBatch } from '../kills/job-steps.ts';
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

async function waitUntil(condition: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await condition())) await pause(20);
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

async function dropDocuments(
  name: string,
  labels: readonly string[],
): Promise<{ batchId: number; names: string[] }> {
  const { paths, names } = await prepareDocuments(name, labels);
  const batchId = await paydesk.drop(paths);
  record({ what: 'dropped', names });
  await waitUntil(async () => {
    const rows = await rowsOfAllBatches(paydesk);
    return names.every((documentName) =>
      rows.some((row) => row.name === documentName && row.state === 'ready'),
    );
  });
  return { batchId, names };
}

async function startDocuments(batchId: number, names: string[]): Promise<void> {
  await startBatch(paydesk, batchId);
  record({ what: 'started', names });
}

/** Waits until documents are attached, and records each as soon as it is attached. */
async function recordAttached(names: readonly string[]): Promise<void> {
  const remaining = new Set(names);
  await waitUntil(async () => {
    const rows = await rowsOfAllBatches(paydesk);
    const attached = rows.filter(({ name, state }) => state === 'attached' && remaining.has(name));
    if (attached.length > 0) record({ what: 'attached', names: attached.map(({ name }) => name) });
    for (const { name } of attached) remaining.delete(name);
    return remaining.size === 0;
  });
}

async function fetchProofs(references: string[]): Promise<void> {
  await paydesk.call('proofs.fetch', { references, refresh: false });
  record({ what: 'proofs-asked', references });
  const remaining = new Set(references);
  await waitUntil(async () => {
    const page = { offset: 0, limit: 200, state: null, search: '' };
    const { rows } = await paydesk.call('proofs.list', page);
    for (const { id, reference, state } of rows) {
      if (state !== 'saved' || !remaining.has(reference)) continue;
      const { versions } = await paydesk.call('proofs.detail', { id });
      record({ what: 'proof-kept', reference, sha256: versions[0]?.sha256 ?? '' });
      remaining.delete(reference);
    }
    return remaining.size === 0;
  });
}

async function requestStatements(walletIds: number[], format: 'csv' | 'pdf'): Promise<StatementEvent[]> {
  const periods = [{ since: '2026-01-01', till: '2026-01-31' }];
  const eventCountBefore = company.events().length;
  await paydesk.call('statements.request', { profileId, walletIds, periods, format, email: '' });
  record({ what: 'statement-asked', walletIds, format });
  await waitUntil(() => company.events().length === eventCountBefore + walletIds.length);
  return company.events().slice(eventCountBefore);
}

async function recordStored(walletId: number): Promise<void> {
  await waitUntil(async () => {
    const statement = (await statementsOf(paydesk)).find(
      ({ wallet, state }) => wallet.id === walletId && state === 'stored',
    );
    if (statement !== undefined)
      record({ what: 'statement-stored', walletId, sha256: statement.sha256 ?? '' });
    return statement !== undefined;
  });
}

const pasteEvent = (event: StatementEvent) =>
  paydesk.call('statements.addEvents', { action: 'paste', text: JSON.stringify(event) });

/** Writes an event to the inbox durably, as the company's webhook receiver does. */
async function writeToInbox(event: StatementEvent): Promise<void> {
  await writeSmallFile(join(paths.inbox, `${event.eventId}.json`), Buffer.from(JSON.stringify(event)));
  record({ what: 'left-in-inbox', eventId: event.eventId });
}

// First run: settings, the address book and an attached batch.
await paydesk.call('settings.change', { ...defaultSettings, largeFileMegabytes: 40 });
record({ what: 'setting', largeFileMegabytes: 40 });
for (const label of ['Ahlström', 'Borgo']) await addBeneficiary(label);
const firstBatch = await dropDocuments('first', ['Ahlström', 'Borgo']);
await startDocuments(firstBatch.batchId, firstBatch.names);
await recordAttached(firstBatch.names);
recordActivity();

// Proofs create the library; statement events are pasted or arrive in the inbox.
const references = Object.values(company.exampleOfEachKind());
await fetchProofs(references.slice(0, 2));
const [eventToPaste, eventForInbox] = await requestStatements([1001, 1002], 'csv');
if (eventToPaste !== undefined) await pasteEvent(eventToPaste);
await recordStored(1001);
if (eventForInbox !== undefined) await writeToInbox(eventForInbox);
await recordStored(1002);
if (eventToPaste !== undefined)
  await pasteEvent({ ...eventToPaste, eventId: 'other', event: { ...eventToPaste.event, walletId: 1012 } });
record({ what: 'quarantined', walletId: 1012 });
recordActivity();

// Restart: the write-ahead log is merged into the database, and a new log begins.
await paydesk.close();
paydesk = await openPaydesk(paths, company);
await fetchProofs(references.slice(2, 5));
await addBeneficiary('Cortés');
company.faults.set('updateRecipient', { kind: 'effect-then-reset', times: 1 });
const secondBatch = await dropDocuments('second', ['Cortés']);
await startDocuments(secondBatch.batchId, secondBatch.names);
let unknownOutcomes = await paydesk.call('beneficiaries.unknownOutcomes', {});
await waitUntil(async () => {
  unknownOutcomes = await paydesk.call('beneficiaries.unknownOutcomes', {});
  return unknownOutcomes.length > 0;
});
record({ what: 'unknown', label: 'Cortés' });
const statements = await requestStatements([1003], 'pdf');
for (const event of statements) await pasteEvent(event);
await recordStored(1003);
record({ what: 'settling', label: 'Cortés' });
for (const { attachId } of unknownOutcomes)
  await paydesk.call('beneficiaries.settle', { decision: 'is-there', attachId, recipientId: null });
record({ what: 'settled', label: 'Cortés' });
await recordAttached(secondBatch.names);

// Unfinished work: a draft batch and a request without an event. Then a proof is saved.
await dropDocuments('third', ['Borgo']);
await requestStatements([1004], 'csv');
const [row] = (await paydesk.call('proofs.list', { offset: 0, limit: 1, state: 'saved', search: '' })).rows;
if (row === undefined) throw new Error('No proof was stored');
const savedName = 'saved proof';
paydesk.platform.answers.savePath = join(paths.saved, savedName);
await paydesk.call('proofs.save', { action: 'one', id: row.id, version: null, form: 'received' });
const savedProof = readFileSync(join(paths.saved, savedName));
record({ what: 'saved', name: savedName, sha256: createHash('sha256').update(savedProof).digest('hex') });
recordActivity();
await paydesk.close();
await company.close();
process.exit(0);
