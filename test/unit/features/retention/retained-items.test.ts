/** @file What a removal may not touch: proofs of another profile, and proofs that a statement may name. */
import { expect, test } from 'vitest';
import type { EvidenceStatement } from '../../../../src/main/app/evidence-sources.ts';
import { createRetainedProofs } from '../../../../src/main/features/proofs/proofs-feature.ts';
import { createReferencesFinder } from '../../../../src/main/features/statements/retained-statements.ts';
import type { Store } from '../../../../src/main/storage/store/store.ts';

/** A store whose procedures have one result; `calls` has their arguments. */
function createStore(result: unknown) {
  const calls: unknown[] = [];
  const store: Pick<Store, 'run'> = {
    async run(procedure, args) {
      calls.push(args);
      return procedure.result.parse(result);
    },
  };
  return { store, calls };
}

test('a proof of another profile is not removed', async () => {
  const proofOf = (profileId: string) => ({
    id: `of ${profileId}`,
    kind: 'proof' as const,
    size: 1,
    sha256: '',
    header: '',
    sealedAt: 0,
    about: { profileId, reference: 'TX-1', fetchedAt: 0 },
  });
  const { store, calls } = createStore(null);
  const removed: string[] = [];
  const retained = createRetainedProofs({
    store,
    library: {
      start: async () => undefined,
      state: () => ({ state: 'kept', items: 2, missing: 0, foreign: 0 }),
      list: async () => [proofOf('north'), proofOf('south')],
    },
    repository: {
      async removeVersions(ids) {
        removed.push(...ids);
      },
    },
    proofs: { reloadAfter: (_profileId, change) => change() },
  });
  await retained.remove('north', ['of north', 'of south']);
  expect(removed).toEqual(['of north']);
  expect(calls).toEqual([{ profileId: 'north', references: ['TX-1'] }]);
});

test('a statement that cannot be searched may name every proof, so that it keeps all of them', async () => {
  const period = { walletId: 1001, since: '2026-01-01', till: '2026-01-31' };
  const rows = ['searched', 'unreadable', 'elsewhere'].map((sha256, index) => ({
    ...period,
    format: 'pdf' as const,
    profileId: sha256 === 'elsewhere' ? 'south' : 'north',
    id: index + 1,
    item: sha256,
    sha256,
    walletName: null,
    storedAt: 0,
  }));
  const find = createReferencesFinder(createStore(rows).store, {
    list: async (_profileId, ids) =>
      rows
        .filter(({ id }) => ids.includes(id))
        .map((row): EvidenceStatement => ({ ...row, name: 'Statement.pdf', size: 1 })),
    findReferences: async ({ item }) => (item === 'searched' ? ['TX-1'] : null),
  });
  const references = ['TX-1', 'TX-2'];
  expect(await find('north', new Set(['searched', 'elsewhere']), references)).toEqual(new Set(['TX-1']));
  expect(await find('north', new Set(['searched', 'unreadable']), references)).toEqual(new Set(references));
});
