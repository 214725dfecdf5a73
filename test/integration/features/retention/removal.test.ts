/** @file Removals of stored files: sign-offs of this year keep files, and what an interrupted one leaves is due. */
import { describe, expect, test } from 'vitest';
import type { RetainedItem } from '../../../../src/main/app/retained-items.ts';
import { createRetention } from '../../../../src/main/features/retention/retention.ts';
import type { RetainedId, RetainedKind } from '../../../../src/shared/model/retention.ts';
import { type Profile, profileOptionsSchema } from '../../../../src/shared/model/session/profile.ts';
import { hostsAt } from '../../../fakes/servers/hosts.ts';

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
    open() {
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
        },
        onRemoved: () => undefined,
      });
    },
  };
  return computer;
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
    const retention = computer.open();
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
    const retention = computer.open();
    expect(await retention.actions.removeDue({ due: everything })).toEqual({ removed: 6 });
    expect(computer.files).toEqual({ statement: [], proof: [], notes: [] });
    expect(computer.recorded).toHaveLength(6);
    expect(await retention.actions.listDue({})).toEqual({ total: 0, rows: [] });
    expect(await retention.listOpenWork()).toEqual({ needs: [], moving: [] });
  });
});

test.each(['s1', 's2', 'p2', 'cc'])(
  'a removal that ends at %s has recorded it, and lists what it left',
  async (id) => {
    const computer = createComputer();
    const retention = computer.open();
    computer.powerFailsAt = id;
    await expect(retention.actions.removeDue({ due: everything })).rejects.toThrow('The power failed');
    const left = Object.values(computer.files).flat();
    expect(left.map((file) => file.id)).toContain(id);
    expect(computer.recorded.length + left.length).toBeGreaterThanOrEqual(everything.length + 1);
    computer.powerFailsAt = '';
    const { rows } = await retention.actions.listDue({});
    expect(rows).toHaveLength(left.length);
    expect((await retention.listOpenWork()).needs).toMatchObject([{ items: left.length }]);
    await retention.actions.removeDue({ due: rows.map((row) => ({ kind: row.kind, id: row.id })) });
    expect(computer.files).toEqual({ statement: [], proof: [], notes: [] });
  },
);
