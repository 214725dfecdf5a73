/** @file A pack is planned only for the profile that stays active. */
import { expect, test } from 'vitest';
import type { EvidenceStatement } from '../../../../src/main/app/evidence-sources.ts';
import { requireActiveProfile } from '../../../../src/main/app/require-active-profile.ts';
import type { PackSources } from '../../../../src/main/features/evidence/contributor.ts';
import type { PackDrive } from '../../../../src/main/features/evidence/pack-drive.ts';
import { planPack, writePack } from '../../../../src/main/features/evidence/write-pack.ts';
import type { Profile } from '../../../../src/shared/model/session/profile.ts';
import { codeOf } from '../../../fakes/error-of.ts';
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

/** Plans a pack while the active profile changes; `listed` has the profiles whose proofs were listed. */
function planWhile(changes: {
  readonly duringStatements?: Profile | null;
  readonly duringEntries?: Profile | null;
}) {
  let active: Profile | null = profile;
  const listed: (string | undefined)[] = [];
  const sources: PackSources = {
    statements: {
      async list() {
        if (changes.duringStatements !== undefined) active = changes.duringStatements;
        return [statement];
      },
      findReferences: async () => [],
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
        return [];
      },
      readDocument: async () => new Uint8Array(),
      readReceived: async () => new Uint8Array(),
    },
    activity: {
      async findEntriesOf() {
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
    signal: new AbortController().signal,
    onProgress: () => undefined,
    requireAllowed: () => requireActiveProfile(active, profile),
  });
  return { planning, listed, sources };
}

test.each([
  ['the proofs of another profile that became active are not listed', { duringStatements: otherProfile }, []],
  ['no plan is made when no profile is active at the end', { duringEntries: null }, [profile.id]],
  [
    'no plan is made when another profile is active at the end',
    { duringEntries: otherProfile },
    [profile.id],
  ],
])('%s', async (_, changes, expected) => {
  const { planning, listed } = planWhile(changes);
  expect(await codeOf(planning)).toBe('sign-in-needed');
  expect(listed).toEqual(expected);
});

test('a plan is made for a profile that stays active', async () => {
  const { planning, listed } = planWhile({});
  expect(await planning).toMatchObject({ profile, statements: [statement] });
  expect(listed).toEqual([profile.id]);
});

test('a pack with a content that is not the stored one is not written', async () => {
  const { planning, sources } = planWhile({});
  const plan = { ...(await planning), statements: [{ ...statement, sha256: 'a'.repeat(64) }] };
  const drive: PackDrive = {
    findPlace: async () => 'new',
    write: async (_path, _signal, fill) => fill({ add: async () => ({ size: 10, sha256: 'b'.repeat(64) }) }),
    check: () => Promise.reject(new Error('Nothing is checked')),
  };
  const writing = writePack({ sources, drive, renderPages: async () => null }, '/pack', plan, {
    origin: { osUser: 'anna', version: '1.0.0', at: '2026-02-01T00:00:00.000Z' },
    signal: new AbortController().signal,
    onProgress: () => undefined,
    requireAllowed: () => undefined,
  });
  await expect(writing).rejects.toMatchObject({
    code: 'download-damaged',
    details: { problem: 'altered' },
  });
});
