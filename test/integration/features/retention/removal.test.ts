/** @file Removals of stored files: sign-offs of this year keep files, and an interrupted removal is completed once. */
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { RetainedItem } from '../../../../src/main/app/retained-items.ts';
import { createRetention } from '../../../../src/main/features/retention/retention.ts';
import { openStore } from '../../../../src/main/storage/store/store.ts';
import type { RetainedId, RetainedKind } from '../../../../src/shared/model/retention.ts';
import { type Profile, profileOptionsSchema } from '../../../../src/shared/model/session/profile.ts';
import { entries } from '../../../fakes/entries.ts';
import { hostsAt } from '../../../fakes/servers/hosts.ts';
import { temporaryFolder } from '../../../fakes/test-app.ts';

const now = Date.parse('2026-11-27T10:00:00Z');
const profile: Profile = {
  id: 'one',
  name: 'Nordlicht',
  environment: 'sandbox',
  clientId: 'client',
  hosts: hostsAt('https://service.example'),
  options: profileOptionsSchema.parse({}),
  origin: 'clerk',
};

function item(id: string, facts: Partial<RetainedItem> = {}): RetainedItem {
  const days = { periodStart: '2020-01-31', storedOn: '2020-02-03' };
  return { id, profileId: 'one', ...days, statement: null, reference: null, sha256: null, ...facts };
}

const statement = {
  walletId: 1001,
  walletName: null,
  since: '2020-01-01',
  till: '2020-01-31',
  format: 'csv',
} as const;

/** Files on a computer: a signed statement, its notes and proof, and others of each kind. */
function createComputer() {
  const files: Record<RetainedKind, RetainedItem[]> = {
    statement: [item('s1', { sha256: 'aa', statement }), item('s2', { sha256: 'bb', statement })],
    proof: [item('p1', { reference: 'TX-1' }), item('p2', { reference: 'TX-2' })],
    notes: [item('aa', { sha256: 'aa' }), item('cc', { sha256: 'cc' })],
  };
  const computer = {
    files,
    recorded: [] as string[],
    /** The power fails before this file is removed. */
    powerFailsAt: '',
    signedOff: new Map<string, ReadonlySet<string>>(),
    async open(dataFolder: string) {
      const store = await openStore(entries.store, join(dataFolder, 'paydesk.db'));
      onTestFinished(() => store.close());
      const itemsOf = (kind: RetainedKind) => ({
        list: async () => files[kind],
        async remove(_profileId: string, ids: readonly string[]) {
          for (const id of ids) {
            if (id === computer.powerFailsAt) throw new Error('The power failed');
            files[kind] = files[kind].filter((file) => file.id !== id);
          }
        },
      });
      return createRetention({
        periods: { statements: 1, proofs: 1, notes: 1 },
        items: { statement: itemsOf('statement'), proof: itemsOf('proof'), notes: itemsOf('notes') },
        signOffs: {
          listSignedOff: async (profileId, year) =>
            computer.signedOff.get(`${profileId} ${year}`) ?? new Set(),
        },
        // The statement aa contains the payment TX-1.
        findReferencesIn: async (_profileId, sha256s, references) =>
          new Set(references.filter((reference) => reference === 'TX-1' && sha256s.has('aa'))),
        store,
        library: {
          start: async () => undefined,
          state: () => ({ state: 'kept', items: 6, missing: 0, foreign: 0 }),
          list: async () => [],
        },
        clock: { now: () => now },
        findActiveProfile: () => profile,
        activity: {
          record: (subject) => computer.recorded.push(subject),
          whenFlushed: async () => undefined,
          isRecorded: async (subject) => computer.recorded.includes(subject),
        },
        onRemoved: () => undefined,
        onUnexpected: (thrown) => expect.unreachable(String(thrown)),
      });
    },
  };
  return computer;
}

async function createFolder(): Promise<string> {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  return folder.path;
}

const everything: RetainedId[] = [
  { kind: 'statement', id: 's1' },
  { kind: 'statement', id: 's2' },
  { kind: 'proof', id: 'p1' },
  { kind: 'proof', id: 'p2' },
  { kind: 'notes', id: 'aa' },
  { kind: 'notes', id: 'cc' },
];

describe('a statement that was signed off this year', () => {
  test('is listed with its notes and proofs as signed off, and none of them can be removed', async () => {
    const computer = createComputer();
    computer.signedOff.set('one 2026', new Set(['aa']));
    const retention = await computer.open(await createFolder());
    const { rows, total } = await retention.actions.listDue({});
    expect(total).toBe(6);
    const signedOff = rows.filter(({ isSignedOff }) => isSignedOff);
    expect(signedOff.map(({ kind, id }) => `${kind} ${id}`).toSorted()).toEqual([
      'notes aa',
      'proof p1',
      'statement s1',
    ]);
    // Needs you does not count them.
    expect((await retention.listOpenWork()).needs).toMatchObject([{ kind: 'retention-due', items: 3 }]);
    for (const { kind, id } of signedOff) {
      const due: RetainedId[] = [
        { kind, id },
        { kind: 'statement', id: 's2' },
      ];
      await expect(retention.actions.removeDue({ due }), kind).rejects.toMatchObject({
        code: 'retention-changed',
      });
    }
    // Nothing else was removed with them.
    expect(computer.files.statement).toHaveLength(2);
    expect(computer.recorded).toEqual([]);
  });

  test('can be removed when the sign-off is of an earlier year', async () => {
    const computer = createComputer();
    computer.signedOff.set('one 2025', new Set(['aa']));
    const retention = await computer.open(await createFolder());
    expect(await retention.actions.removeDue({ due: everything })).toEqual({ removed: 6 });
    expect(computer.files).toEqual({ statement: [], proof: [], notes: [] });
    expect(computer.recorded).toHaveLength(6);
    expect(await retention.actions.listDue({})).toEqual({ total: 0, rows: [] });
    expect(await retention.listOpenWork()).toEqual({ needs: [], moving: [] });
  });
});

describe('an interrupted removal', () => {
  test.each(['s1', 's2', 'p2', 'cc'])('that ended at %s is completed once at the next start', async (id) => {
    const computer = createComputer();
    const folder = await createFolder();
    const first = await computer.open(folder);
    computer.powerFailsAt = id;
    await expect(first.actions.removeDue({ due: everything })).rejects.toThrow('The power failed');
    expect(
      Object.values(computer.files)
        .flat()
        .map((file) => file.id),
    ).toContain(id);
    computer.powerFailsAt = '';
    const second = await computer.open(folder);
    await second.resume();
    expect(computer.files).toEqual({ statement: [], proof: [], notes: [] });
    expect(computer.recorded).toHaveLength(6);
    expect(new Set(computer.recorded).size).toBeGreaterThanOrEqual(4);
    await second.resume();
    expect(computer.recorded).toHaveLength(6);
  });

  test('is completed by the next removal', async () => {
    const computer = createComputer();
    const retention = await computer.open(await createFolder());
    computer.powerFailsAt = 's2';
    const statements = everything.filter(({ kind }) => kind === 'statement');
    await expect(retention.actions.removeDue({ due: statements })).rejects.toThrow('The power failed');
    computer.powerFailsAt = '';
    await retention.actions.removeDue({ due: [{ kind: 'proof', id: 'p1' }] });
    expect(computer.files.statement).toEqual([]);
    expect(computer.recorded).toHaveLength(3);
  });
});
