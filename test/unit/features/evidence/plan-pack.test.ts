/** @file What a pack is planned for, and what ends it: another profile, a cancellation, a content that does not fit. */
import { expect, test } from 'vitest';
import type { EvidenceProof, EvidenceStatement } from '../../../../src/main/app/evidence-sources.ts';
import { requireActiveProfile } from '../../../../src/main/app/require-active-profile.ts';
import type { PackSources } from '../../../../src/main/features/evidence/contributor.ts';
import type { PackDrive } from '../../../../src/main/features/evidence/pack-drive.ts';
import { countPlanFiles, planPack, writePack } from '../../../../src/main/features/evidence/write-pack.ts';
import type { TextPages } from '../../../../src/main/formats/pages/text-pages.ts';
import type { Profile } from '../../../../src/shared/model/session/profile.ts';
import { codeOf, errorOf } from '../../../fakes/error-of.ts';
import { profile } from '../documents/tables.ts';

const otherProfile: Profile = { ...profile, id: 'other' };

const statement: EvidenceStatement = {
  id: 1,
  profileId: profile.id,
  item: 'item',
  format: 'csv',
  walletId: 1001,
  since: '2026-01-01',
  till: '2026-01-31',
  name: 'Statement.csv',
  size: 10,
  sha256: null,
};

async function* nothing(): AsyncGenerator<never> {}

const proofOf = (reference: string): EvidenceProof => {
  const bytes = { contentBytes: 1, receivedBytes: 1, receivedSha256: 'b'.repeat(64) };
  const names = { name: `${reference}.pdf`, receivedName: `${reference}.json` };
  return { reference, version: { id: reference, kind: 'pdf' }, receivedAt: '', ...names, ...bytes };
};

/** Plans a pack of payment TX-1 while the active profile changes; `listed` has the profiles whose proofs were listed. */
function planWhile(changes: {
  readonly duringStatements?: Profile | null;
  readonly duringEntries?: Profile | null;
  readonly statements?: EvidenceStatement[];
  readonly signal?: AbortSignal;
}) {
  let active: Profile | null = profile;
  const listed: (string | undefined)[] = [];
  const sought: (readonly string[])[] = [];
  const sources: PackSources = {
    statements: {
      async list() {
        if (changes.duringStatements !== undefined) active = changes.duringStatements;
        return changes.statements ?? [statement];
      },
      async findReferences(_statement, references) {
        sought.push(references);
        return ['TX-1'];
      },
      check: async () => ({ points: [], reading: [] }),
      historyHeader: () => [],
      readHistory: async () => [],
      signOffHeader: () => [],
      readSignOffs: async () => [],
      read: nothing,
    },
    matchings: {
      list: async () => [],
      matchesHeader: () => [],
      readMatches: nothing,
      openItemsHeader: () => [],
      readOpenItems: nothing,
      readLedger: nothing,
    },
    proofs: {
      async list() {
        listed.push(active?.id);
        return [proofOf('TX-1'), proofOf('TX-2')];
      },
      readDocument: async () => new Uint8Array(),
      readReceived: async () => new Uint8Array(),
    },
    activity: {
      async findEntriesOf({ references }) {
        sought.push(references);
        if (changes.duringEntries !== undefined) active = changes.duringEntries;
        return [];
      },
      header: () => [],
      exportEntries: nothing,
      findPackRecord: async () => ({ state: 'unknown' }),
      whenFlushed: async () => undefined,
    },
  };
  const planning = planPack(sources, profile, [1], {
    signal: changes.signal ?? new AbortController().signal,
    onProgress: () => undefined,
    requireAllowed: () => requireActiveProfile(active, profile),
  });
  return { planning, listed, sought, sources };
}

const left = 'sign-in-needed';

test.each([
  ['lists no proofs of another profile that became active', { duringStatements: otherProfile }, left, []],
  ['is not made when no profile is active at the end', { duringEntries: null }, left, [profile.id]],
  ['is not made for another active profile', { duringEntries: otherProfile }, left, [profile.id]],
  ['is not made without stored statements', { statements: [] }, 'statement-not-stored', []],
  ['ends before a search when it is cancelled', { signal: AbortSignal.abort() }, 'cancelled', [profile.id]],
])('a plan %s', async (_, changes, code, expected) => {
  const { planning, listed } = planWhile(changes);
  expect(await codeOf(planning)).toBe(code);
  expect(listed).toEqual(expected);
});

test('a plan for a profile that stays active has the proofs and entries of the payments in its statements', async () => {
  const { planning, listed, sought } = planWhile({});
  const plan = await planning;
  const none = new Set();
  expect(plan).toMatchObject({ profile, statements: [statement], annotated: none, signedOff: none });
  expect(plan.proofs.map(({ reference }) => reference)).toEqual(['TX-1']);
  expect(countPlanFiles(plan)).toBe(1 + 2 + 5);
  expect(listed).toEqual([profile.id]);
  expect(sought).toEqual([['TX-1', 'TX-2'], ['TX-1']]);
});

const usual = { sha256: 'b'.repeat(64), signal: new AbortController().signal, maxFiles: 9, refusedCovers: 0 };

/** Writes a pack whose every piece counts as 100 bytes. The profile is left after some files, and covers are too long. */
async function write(changes: Partial<typeof usual>) {
  const { sha256, signal, maxFiles, refusedCovers } = { ...usual, ...changes };
  const { planning, sources } = planWhile({});
  const plan = { ...(await planning), statements: [{ ...statement, sha256 }], unsearched: new Set([1]) };
  const added: string[] = [];
  const progress: number[] = [];
  const covers: number[] = [];
  const drive: PackDrive = {
    findPlace: async () => 'new',
    write: async (_path, _signal, fill) =>
      fill({
        async add(path, content, onBytes) {
          added.push(path);
          for await (const _ of content) onBytes(100);
          return { size: 10, sha256: 'b'.repeat(64) };
        },
      }),
    check: () => Promise.reject(new Error('Nothing is checked')),
  };
  const renderPages = async ({ blocks }: TextPages) =>
    covers.push(blocks.length) > refusedCovers ? new Uint8Array(1) : null;
  const writing = writePack({ sources, drive, renderPages }, '/pack', plan, {
    origin: { osUser: 'anna', version: '1.0.0', at: '2026-02-01T00:00:00.000Z' },
    signal,
    onProgress: (done, total) => progress.push(done / total),
    requireAllowed: () => requireActiveProfile(added.length < maxFiles ? profile : null, profile),
  });
  return { writing, added, progress, covers };
}

test.each([
  ['has a content that is not the stored one', { sha256: 'a'.repeat(64) }, 'download-damaged', 1],
  ['is cancelled', { signal: AbortSignal.abort() }, 'cancelled', 0],
  ['is of a profile that is left', { maxFiles: 2 }, 'sign-in-needed', 2],
  ['has a cover page with too many pages', { refusedCovers: 2 }, 'unexpected', 6],
] as const)('a pack that %s gets no further file', async (_, changes, code, files) => {
  const { writing, added } = await write(changes);
  const error = await errorOf(writing);
  expect([error.code, added.length]).toEqual([code, files]);
  if (code === 'download-damaged') expect(error.details).toEqual({ problem: 'altered' });
});

test('a cover page with too many pages is set without its tables, and progress ends at the whole', async () => {
  const { writing, progress, covers } = await write({ refusedCovers: 1 });
  expect(await writing).toBe('b'.repeat(64));
  expect(covers[1]).toBeLessThan(covers[0] ?? 0);
  expect(Math.max(...progress)).toBe(1);
});
