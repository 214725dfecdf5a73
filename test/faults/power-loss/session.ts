/**
 * @file The clerk's day that is recorded: a program of its own with Paydesk and the practice company in it. Everything
 * that Paydesk keeps comes up, and it is quit and started again in between. The only argument is the recorded folder.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { writeWhole } from '../../../src/main/library/files.ts';
import { startSimulator } from '../../../src/main/simulator/simulator.ts';
import type { StatementEvent } from '../../../src/main/simulator/statements.ts';
import { defaultSettings } from '../../../src/shared/model/settings.ts';
import { pdf, writeFiles } from '../../fakes/files.ts';
import { type Acknowledged, acknowledge, placesIn } from './acknowledged.ts';
import { openPaydesk, profileId, rowsOfAllBatches, statementsOf } from './paydesk.ts';

const places = placesIn(process.argv[2] ?? '');
for (const path of [places.data, places.saved, places.inbox]) mkdirSync(path, { recursive: true });
for (const path of [places.journal, places.keychain, places.acknowledged])
  mkdirSync(dirname(path), { recursive: true });

const company = await startSimulator({ journal: places.journal, recipientUpdate: 'append' });
let paydesk = await openPaydesk(places, company);
const saw = (acknowledged: Acknowledged) => acknowledge(places.acknowledged, acknowledged);
const seeActivity = () => saw({ what: 'activity', entries: paydesk.topic('activity').entries });

async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await holds())) await pause(5);
}

/** Documents of a new folder for each beneficiary; gives the paths of the folders and the names of the documents. */
async function prepareDocuments(name: string, labels: readonly string[]) {
  const names: string[] = [];
  for (const label of labels) {
    const files = [`${name} ${label} 1.pdf`, `${name} ${label} 2.pdf`];
    const folder = join(places.documents, name, label);
    await writeFiles(folder, Object.fromEntries(files.map((file) => [file, pdf(file)])));
    names.push(...files);
  }
  return { paths: labels.map((label) => join(places.documents, name, label)), names };
}

async function addBeneficiary(label: string): Promise<void> {
  await paydesk.call('beneficiaries.add', { label, recipientId: `R-${label}` });
  saw({ what: 'beneficiary', label });
}

async function drop(name: string, labels: readonly string[]): Promise<{ batchId: number; names: string[] }> {
  const { paths, names } = await prepareDocuments(name, labels);
  const { batchId } = await paydesk.call('documents.add', { references: paydesk.references(paths) });
  saw({ what: 'dropped', names });
  await until(async () => {
    const rows = await rowsOfAllBatches(paydesk);
    return names.every((one) => rows.some((row) => row.name === one && row.state === 'ready'));
  });
  return { batchId, names };
}

async function start(batchId: number, names: string[]): Promise<void> {
  const matched = await paydesk.call('documents.folders', { batchId });
  const folders = matched.flatMap(({ folder, match }) =>
    match === null ? [] : [{ folder, beneficiaryId: match.id }],
  );
  await paydesk.call('documents.assignFolders', { batchId, folders });
  const { toAttach, beneficiaries } = await paydesk.call('documents.review', { batchId });
  await paydesk.call('documents.start', { batchId, documents: toAttach, beneficiaries });
  saw({ what: 'started', names });
}

/** Waits until documents are attached, and notes each when it is seen to be. */
async function seeAttached(names: readonly string[]): Promise<void> {
  const left = new Set(names);
  await until(async () => {
    const rows = await rowsOfAllBatches(paydesk);
    const attached = rows.filter(({ name, state }) => state === 'attached' && left.has(name));
    if (attached.length > 0) saw({ what: 'attached', names: attached.map(({ name }) => name) });
    for (const { name } of attached) left.delete(name);
    return left.size === 0;
  });
}

async function fetchProofs(references: string[]): Promise<void> {
  await paydesk.call('proofs.fetch', { references, refresh: false });
  saw({ what: 'proofs-asked', references });
  const left = new Set(references);
  await until(async () => {
    const page = { offset: 0, limit: 200, state: null, search: '' };
    const { rows } = await paydesk.call('proofs.list', page);
    for (const { id, reference, state } of rows) {
      if (state !== 'saved' || !left.has(reference)) continue;
      const { versions } = await paydesk.call('proofs.detail', { id });
      saw({ what: 'proof-kept', reference, sha256: versions[0]?.sha256 ?? '' });
      left.delete(reference);
    }
    return left.size === 0;
  });
}

async function askForStatements(walletIds: number[], format: 'csv' | 'pdf'): Promise<StatementEvent[]> {
  const periods = [{ since: '2026-01-01', till: '2026-01-31' }];
  const before = company.events().length;
  await paydesk.call('statements.request', { profileId, walletIds, periods, format, email: '' });
  saw({ what: 'statement-asked', walletIds, format });
  await until(() => company.events().length === before + walletIds.length);
  return company.events().slice(before);
}

async function seeStored(walletId: number): Promise<void> {
  await until(async () => {
    const found = (await statementsOf(paydesk)).find(
      ({ wallet, state }) => wallet.id === walletId && state === 'stored',
    );
    if (found !== undefined) saw({ what: 'statement-stored', walletId, sha256: found.sha256 ?? '' });
    return found !== undefined;
  });
}

const paste = (event: StatementEvent) =>
  paydesk.call('statements.pasteEvent', { text: JSON.stringify(event) });

/** The company's webhook receiver leaves an event in the inbox, for good. */
async function leaveInInbox(event: StatementEvent): Promise<void> {
  await writeWhole(join(places.inbox, `${event.eventId}.json`), Buffer.from(JSON.stringify(event)));
  saw({ what: 'left-in-inbox', eventId: event.eventId });
}

// A first run: settings, the address book, a batch that is attached.
await paydesk.call('settings.change', { ...defaultSettings, largeFileMegabytes: 40 });
saw({ what: 'setting', largeFileMegabytes: 40 });
for (const label of ['Ahlström', 'Borgo']) await addBeneficiary(label);
const first = await drop('first', ['Ahlström', 'Borgo']);
await start(first.batchId, first.names);
await seeAttached(first.names);
seeActivity();

// Proofs begin the library; statements come pasted and through the inbox.
const references = Object.values(company.exampleOfEachKind());
await fetchProofs(references.slice(0, 2));
const [pasted, left] = await askForStatements([1001, 1002], 'csv');
if (pasted !== undefined) await paste(pasted);
await seeStored(1001);
if (left !== undefined) await leaveInInbox(left);
await seeStored(1002);
if (pasted !== undefined)
  await paste({ ...pasted, eventId: 'other', event: { ...pasted.event, walletId: 1012 } });
saw({ what: 'quarantined', walletId: 1012 });
seeActivity();

// The next day: what is written down is taken into the database, and a new log begins.
await paydesk.close();
paydesk = await openPaydesk(places, company);
await fetchProofs(references.slice(2, 5));
await addBeneficiary('Cortés');
company.faults.set('updateRecipient', { kind: 'effect-then-reset', times: 1 });
const second = await drop('second', ['Cortés']);
await start(second.batchId, second.names);
let unknown = await paydesk.call('beneficiaries.unknownOutcomes', {});
await until(async () => {
  unknown = await paydesk.call('beneficiaries.unknownOutcomes', {});
  return unknown.length > 0;
});
saw({ what: 'unknown', label: 'Cortés' });
const statements = await askForStatements([1003], 'pdf');
for (const event of statements) await paste(event);
await seeStored(1003);
saw({ what: 'settling', label: 'Cortés' });
for (const { attachId } of unknown)
  await paydesk.call('beneficiaries.settle', { decision: 'is-there', attachId, recipientId: null });
saw({ what: 'settled', label: 'Cortés' });
await seeAttached(second.names);

// What is left lying: a batch that was never started, a request whose event does not come, a saved proof.
await drop('third', ['Borgo']);
await askForStatements([1004], 'csv');
const [row] = (await paydesk.call('proofs.list', { offset: 0, limit: 1, state: 'saved', search: '' })).rows;
if (row === undefined) throw new Error('No proof was kept');
const savedName = 'saved proof';
paydesk.platform.answers.saveFile = join(places.saved, savedName);
await paydesk.call('proofs.save', { id: row.id, version: null, form: 'received' });
const saved = readFileSync(join(places.saved, savedName));
saw({ what: 'saved', name: savedName, sha256: createHash('sha256').update(saved).digest('hex') });
seeActivity();
await paydesk.close();
await company.close();
process.exit(0);
