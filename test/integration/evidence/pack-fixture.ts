/** @file A signed-in Paydesk with statements and proofs of January, and the evidence packs of them. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PackCheck } from '../../../src/shared/model/evidence.ts';
import { eventually } from '../../fakes/eventually.ts';
import { type StatementsFixture, startStatementsFixture } from '../statements/statements-fixture.ts';

export interface PackFixture extends StatementsFixture {
  readonly statementIds: readonly number[];
  /** References of the statements with a stored proof. */
  readonly references: readonly string[];
  /** Describes a pack of the statements and writes it into a folder of the clerk's. */
  writePack(name: string, statementIds?: readonly number[]): Promise<{ path: string; fingerprint: string }>;
  checkPack(path: string): Promise<PackCheck>;
}

/** Stores the January of two wallets as CSV and of one as PDF, and fetches three proofs of the first. */
export async function startPackFixture(): Promise<PackFixture> {
  const fixture = await startStatementsFixture();
  const csvs = [await fixture.storeStatement(1001), await fixture.storeStatement(1002)];
  await fixture.request([1001], { format: 'pdf' });
  const event = fixture.eventsOf(1001).at(-1);
  if (event !== undefined) await fixture.pasteEvent(event);
  const pdfs = (await fixture.list()).filter(({ format }) => format === 'pdf').map(({ id }) => id);
  for (const id of pdfs) await fixture.until(id, 'stored');
  const { handle } = await fixture.call('review.open', { statementId: csvs[0] ?? 0, options: {} });
  const found = await fixture.call('review.query', { action: 'references', handle, rows: { kind: 'all' } });
  const references = found.references.slice(0, 3);
  // The last reference is in no statement.
  await fixture.call('proofs.fetch', { references: [...references, 'TX-ELSEWHERE'], refresh: false });
  await eventually(async () => {
    const { rows } = await fixture.call('proofs.list', { offset: 0, limit: 10, state: null, search: '' });
    if (rows.some(({ state }) => state === 'queued' || state === 'loading'))
      throw new Error('Proofs are loading');
  });
  return {
    ...fixture,
    get call() {
      return fixture.call;
    },
    statementIds: [...csvs, ...pdfs],
    references,
    async writePack(name, statementIds = [...csvs, ...pdfs]) {
      const { plan } = await fixture.call('evidence.pack', {
        action: 'describe',
        statementIds: [...statementIds],
      });
      const path = join(fixture.folder, name);
      fixture.platform.answers.savePath = path;
      await fixture.call('evidence.pack', { action: 'chooseFolder', plan });
      const { fingerprint } = await fixture.call('evidence.pack', { action: 'write', plan });
      return { path, fingerprint };
    },
    async checkPack(path) {
      fixture.platform.answers.folder = [path];
      const check = await fixture.call('evidence.pack', { action: 'check' });
      if (check === null) throw new Error('No folder was chosen');
      return check;
    },
  };
}

/** Reads all files of a folder by relative path. */
export async function readTree(folder: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = new Map<string, Buffer>();
  for (const entry of entries.filter((candidate) => candidate.isFile())) {
    const path = join(entry.parentPath, entry.name);
    files.set(path.slice(folder.length + 1), await readFile(path));
  }
  return files;
}
