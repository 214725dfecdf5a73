/** @file A signed-in Paydesk with statements and proofs of January, and the evidence packs of them. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommandResult } from '../../../../src/shared/contract/index.ts';
import type { PackCheck } from '../../../../src/shared/model/evidence.ts';
import { eventually } from '../../../fakes/eventually.ts';
import {
  createSharedTest,
  type OpenStatementsFixture,
  openStatementsFixture,
  type StatementsFixture,
} from '../statements/statements-fixture.ts';

export interface PackFixture extends OpenStatementsFixture {
  /** The ledger that the first statement is matched with, byte for byte. */
  readonly ledger: string;
  readonly statementIds: readonly number[];
  /** References of the statements with a stored proof. */
  readonly references: readonly string[];
  /** Describes a pack, and chooses a name in the folder of the test. */
  describePack(
    name: string,
    statementIds?: readonly number[],
  ): Promise<{
    summary: CommandResult<'evidence.pack', 'describe'>;
    place: CommandResult<'evidence.pack', 'chooseFolder'>;
  }>;
  /** Writes a pack of the statements into the folder of the test. */
  writePack(name: string, statementIds?: readonly number[]): Promise<{ path: string; fingerprint: string }>;
  checkPack(path: string): Promise<PackCheck>;
}

/**
 * Imports a ledger of an open statement and matches both: the first row is missing, the amount of the second one differs and
 * was matched by hand, the match of the fourth one was separated, and the ledger has a row of its own.
 */
async function matchLedger(
  { call, folder, platform }: StatementsFixture,
  { handle, opened }: CommandResult<'viewer.open'>,
): Promise<string> {
  const columnOf = (role: string) => opened.columns.findIndex((column) => column.role === role);
  const { rows } = await call('viewer.query', { action: 'window', handle, offset: 1, limit: 199 });
  const lines = rows.map(({ cells }, index) => {
    const [date, reference, amount] = ['date', 'reference', 'amount'].map((role) => cells[columnOf(role)]);
    return [date, reference, index === 0 ? `${amount}1` : amount].join(',');
  });
  const ledger = ['Booked,Voucher no,Amount', ...lines, '2026-01-02,UNKNOWN-1,-7.77'].join('\n');
  const path = join(folder, '..', 'books 2026.csv');
  await writeFile(path, ledger);
  platform.answers.fileToOpen = path;
  const imported = await call('viewer.ledger', { action: 'choose' });
  const ledgerId = imported !== null && 'ledger' in imported ? imported.ledger.id : '';
  await call('viewer.ledger', { action: 'match', handle, ledgerId, settings: null });
  await call('viewer.ledger', { action: 'link', handle, rows: { statement: [1], ledger: [0] } });
  await call('viewer.ledger', { action: 'unlink', handle, side: 'statement', row: 3 });
  return ledger;
}

/** Stores the January of two wallets as CSV and of one as PDF, matches the first with a ledger, and fetches three proofs of it. */
async function openPackFixture(): Promise<PackFixture> {
  const fixture = await openStatementsFixture({ hasKeychain: true });
  const allIds = [
    await fixture.januaryStatement(1001),
    await fixture.januaryStatement(1002),
    await fixture.storeStatement(1001, { format: 'pdf' }),
  ];
  const opened = await fixture.openStatement();
  const rows = { kind: 'all' } as const;
  const found = await fixture.call('viewer.query', { action: 'references', handle: opened.handle, rows });
  const references = found.references.slice(0, 3);
  const ledger = await matchLedger(fixture, opened);
  // The last reference is in no statement.
  await fixture.call('proofs.fetch', { references: [...references, 'TX-ELSEWHERE'], refresh: false });
  await eventually(async () => {
    const { rows } = await fixture.call('proofs.list', { offset: 0, limit: 10, state: null, search: '' });
    if (rows.some(({ state }) => state === 'queued' || state === 'loading'))
      throw new Error('Proofs are loading');
  });
  const describePack: PackFixture['describePack'] = async (name, statementIds = allIds) => {
    const summary = await fixture.call('evidence.pack', {
      action: 'describe',
      statementIds: [...statementIds],
    });
    fixture.platform.answers.savePath = join(fixture.folder, name);
    const { plan } = summary;
    return { summary, place: await fixture.call('evidence.pack', { action: 'chooseFolder', plan }) };
  };
  return Object.assign(fixture, {
    statementIds: allIds,
    references,
    ledger,
    describePack,
    async writePack(name: string, statementIds?: readonly number[]) {
      const { plan } = (await describePack(name, statementIds)).summary;
      const { fingerprint } = await fixture.call('evidence.pack', { action: 'write', plan });
      return { path: join(fixture.folder, name), fingerprint };
    },
    async checkPack(path: string) {
      fixture.platform.answers.folder = [path];
      const check = await fixture.call('evidence.pack', { action: 'check' });
      if (check === null) throw new Error('No folder was chosen');
      return check;
    },
  });
}

/** Tests that share one Paydesk with packs. */
export const packTest = createSharedTest(openPackFixture);

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
