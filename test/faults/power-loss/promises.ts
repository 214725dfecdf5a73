/** @file Starts Paydesk on the disk that a power loss left, and checks all that Paydesk had acknowledged before. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { expect } from 'vitest';
import { z } from 'zod';
import { compareNeedsYou } from '../../fakes/compare-needs-you.ts';
import { eventually } from '../../fakes/eventually.ts';
import { pdf } from '../../fakes/files/files.ts';
import type { TestApp } from '../../fakes/test-app.ts';
import { type Simulator, startSimulator } from '../../practice/simulator.ts';
import { settleByPortal } from '../kills/job-steps.ts';
import { openVictimLibrary } from '../kills/victim-library.ts';
import { type Acknowledged, pathsIn, readAcknowledged } from './acknowledged.ts';
import { openPaydesk, rowsOfAllBatches, statementsOf } from './paydesk.ts';

type Paths = ReturnType<typeof pathsIn>;
const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Returns the acknowledged facts of one kind, oldest first. */
function promisesOfKind<What extends Acknowledged['what']>(all: readonly Acknowledged[], what: What) {
  return all.filter((promise): promise is Extract<Acknowledged, { what: What }> => promise.what === what);
}

/**
 * Starts Paydesk below `root`, checks every promise, finishes started work and compares it with the data of the practice
 * company. Rejects when a promise is broken.
 */
export async function expectPromisesKept(root: string, documents: string): Promise<void> {
  const paths = { ...pathsIn(root), documents };
  const acknowledged = readAcknowledged(await readFile(paths.acknowledged).catch(() => Buffer.alloc(0)));
  process.env['PAYDESK_FILE_KEYCHAIN'] = paths.keychain;
  // These folders exist before Paydesk starts.
  for (const folder of [paths.data, paths.saved, paths.inbox]) await mkdir(folder, { recursive: true });
  const company = await startSimulator({ journal: paths.journal, recipientUpdate: 'append' });
  try {
    await expectEventFiles(paths, acknowledged);
    await redirectEvents(paths, company);
    const paydesk = await openPaydesk(paths, company);
    try {
      await expectDataRemembered(paydesk, acknowledged);
      await expectSavedFiles(paths, acknowledged);
      await eventually(() => compareNeedsYou(paydesk));
      await expectAttachedOnce(paydesk, company, acknowledged);
      await eventually(() => compareNeedsYou(paydesk));
    } finally {
      await paydesk.close();
    }
    expect(company.violations()).toEqual([]);
    await expectEventFiles(paths, acknowledged);
    await expectLibraryIntact(paths);
    const log = join(paths.data, 'logs', 'paydesk.log');
    expect(existsSync(log) ? await readFile(log, 'utf8') : '').toBe('');
  } finally {
    await company.close();
  }
}

/**
 * Expects every event file complete in the inbox or among the processed files. A processed file that a power loss left
 * incomplete gets a second one beside it, whose name has a number.
 */
async function expectEventFiles({ inbox }: Paths, acknowledged: readonly Acknowledged[]): Promise<void> {
  for (const { eventId } of promisesOfKind(acknowledged, 'left-in-inbox')) {
    const texts: string[] = [];
    for (const folder of [inbox, join(inbox, 'processed')]) {
      const names = await readdir(folder).catch(() => []);
      for (const name of names.filter((file) => file.startsWith(eventId)))
        texts.push(await readFile(join(folder, name), 'utf8').catch(() => ''));
    }
    expect(texts.some((text) => text.includes(eventId) && text.trimEnd().endsWith('}'))).toBe(true);
  }
}

/** Rewrites the links of events in the inbox, because the practice company has a new port after its restart. */
async function redirectEvents({ inbox }: Paths, company: Simulator): Promise<void> {
  const names = (await readdir(inbox)).filter((name) => name.endsWith('.json'));
  for (const name of names) {
    const text = await readFile(join(inbox, name), 'utf8');
    const redirectedText = text.replace(
      /http:\/\/[^/"]+\/practice-statements/,
      `${company.storage}/practice-statements`,
    );
    await writeFile(join(inbox, `${name}.new`), redirectedText);
    await rename(join(inbox, `${name}.new`), join(inbox, name));
  }
}

async function expectDataRemembered(paydesk: TestApp, acknowledged: readonly Acknowledged[]): Promise<void> {
  for (const { largeFileMegabytes } of promisesOfKind(acknowledged, 'setting'))
    expect(paydesk.topic('settings')).toMatchObject({ largeFileMegabytes });
  const { rows: beneficiaries } = await paydesk.call('beneficiaries.list', {
    search: '',
    offset: 0,
    limit: 200,
  });
  expect(beneficiaries.map(({ label }) => label)).toEqual(
    expect.arrayContaining(promisesOfKind(acknowledged, 'beneficiary').map(({ label }) => label)),
  );
  await expectDocumentsRemembered(paydesk, acknowledged);
  await expectProofsKept(paydesk, acknowledged);
  await expectStatementsKept(paydesk, acknowledged);
  const { brokenAt, entries } = await paydesk.call('activity.verify', {});
  expect(brokenAt).toBe(null);
  expect(entries).toBeGreaterThanOrEqual(promisesOfKind(acknowledged, 'activity').at(-1)?.entries ?? 0);
}

async function expectDocumentsRemembered(
  paydesk: TestApp,
  acknowledged: readonly Acknowledged[],
): Promise<void> {
  const droppedNames = promisesOfKind(acknowledged, 'dropped').flatMap(({ names }) => names);
  // An interrupted listing of a folder starts again.
  await eventually(async () =>
    expect((await rowsOfAllBatches(paydesk)).map(({ name }) => name)).toEqual(
      expect.arrayContaining(droppedNames),
    ),
  );
  const rows = await rowsOfAllBatches(paydesk);
  const names = rows.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const attachedNames = new Set(promisesOfKind(acknowledged, 'attached').flatMap((promise) => promise.names));
  for (const { name, state } of rows)
    if (attachedNames.has(name)) expect(`${name}: ${state}`).toBe(`${name}: attached`);
  const settlingLabels = promisesOfKind(acknowledged, 'settling').map(({ label }) => label);
  const unknownOutcomes = await paydesk.call('beneficiaries.unknownOutcomes', {});
  for (const { label } of promisesOfKind(acknowledged, 'unknown'))
    if (!settlingLabels.includes(label))
      expect(unknownOutcomes.map(({ beneficiary }) => beneficiary.label)).toContain(label);
  for (const { label } of promisesOfKind(acknowledged, 'settled'))
    expect(unknownOutcomes.map(({ beneficiary }) => beneficiary.label)).not.toContain(label);
}

async function expectProofsKept(paydesk: TestApp, acknowledged: readonly Acknowledged[]): Promise<void> {
  const requestedReferences = promisesOfKind(acknowledged, 'proofs-asked').flatMap(
    ({ references }) => references,
  );
  const { rows } = await paydesk.call('proofs.list', { offset: 0, limit: 200, state: null, search: '' });
  expect(rows.map(({ reference }) => reference)).toEqual(expect.arrayContaining(requestedReferences));
  for (const { reference, sha256 } of promisesOfKind(acknowledged, 'proof-kept')) {
    const row = rows.find((promise) => promise.reference === reference);
    expect(row).toMatchObject({ state: 'saved' });
    const { versions } = await paydesk.call('proofs.detail', { id: row?.id ?? 0 });
    expect(versions.map((version) => version.sha256)).toEqual([sha256]);
  }
  // Interrupted proofs are fetched without another request by the clerk.
  await eventually(async () => {
    const page = await paydesk.call('proofs.list', { offset: 0, limit: 200, state: null, search: '' });
    expect(page.rows.map(({ reference, state }) => `${reference}: ${state}`)).toEqual(
      page.rows.map(({ reference }) => `${reference}: saved`),
    );
  });
}

async function expectStatementsKept(paydesk: TestApp, acknowledged: readonly Acknowledged[]): Promise<void> {
  const statements = await statementsOf(paydesk);
  const requestedWalletIds = promisesOfKind(acknowledged, 'statement-asked').flatMap(
    ({ walletIds }) => walletIds,
  );
  expect(statements.map(({ wallet }) => wallet.id)).toEqual(expect.arrayContaining(requestedWalletIds));
  for (const { walletId, sha256 } of promisesOfKind(acknowledged, 'statement-stored')) {
    const stored = statements.filter(({ wallet }) => wallet.id === walletId);
    expect(stored).toMatchObject([{ state: 'stored', problem: null, sha256 }]);
  }
  const { rows: quarantined } = await paydesk.call('statements.quarantine', { offset: 0, limit: 100 });
  expect(quarantined.map(({ walletId }) => walletId)).toEqual(
    expect.arrayContaining(promisesOfKind(acknowledged, 'quarantined').map(({ walletId }) => walletId)),
  );
}

async function expectSavedFiles({ saved }: Paths, acknowledged: readonly Acknowledged[]): Promise<void> {
  for (const { name, sha256 } of promisesOfKind(acknowledged, 'saved'))
    expect(sha256Of(await readFile(join(saved, name)))).toBe(sha256);
}

/** Finishes every started batch, and expects each of its documents once and byte for byte at the company. */
async function expectAttachedOnce(
  paydesk: TestApp,
  company: Simulator,
  acknowledged: readonly Acknowledged[],
): Promise<void> {
  // Unknown outcomes wait for the clerk, who checks them in the company's portal.
  const expectOnce = () => {
    for (const { documents } of company.state.recipients.values()) {
      const names = documents.map(({ name }) => name);
      expect(names).toEqual([...new Set(names)]);
    }
  };
  await eventually(async () => {
    expectOnce();
    await settleByPortal(paydesk, company);
    const { rows } = await paydesk.call('documents.earlier', { offset: 0, limit: 200 });
    for (const { state } of rows) expect(['draft', 'done', 'cancelled']).toContain(state);
  });
  expectOnce();
  const names = promisesOfKind(acknowledged, 'started').flatMap((promise) => promise.names);
  const attachedDocuments = [...company.state.recipients.values()].flatMap(({ documents }) => documents);
  for (const name of names) {
    const key = attachedDocuments.find((promise) => promise.name === name)?.key ?? '';
    expect({ name, sha256: company.state.objects.get(key)?.sha256 }).toEqual({
      name,
      sha256: sha256Of(pdf(name)),
    });
  }
}

/** Expects the library to open with no missing, altered or foreign files. */
async function expectLibraryIntact({ data, keychain }: Paths): Promise<void> {
  const text = await readFile(keychain, 'utf8').catch(() => '{}');
  const secrets = Object.entries(z.record(z.string(), z.string()).parse(JSON.parse(text)));
  const library = openVictimLibrary({ dataFolder: data, secrets });
  try {
    await library.start();
    const state = library.state();
    if (state.state === 'unused') return;
    expect(state).toMatchObject({ state: 'kept', missing: 0, foreign: 0 });
    for (const kind of ['proof', 'proof-text', 'statement'] as const)
      for (const { id } of await library.list(kind)) await library.readAll(id);
  } finally {
    await library.close();
  }
}
