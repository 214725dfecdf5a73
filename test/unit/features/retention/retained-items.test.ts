/** @file Removals for a retention period: what they may not touch, and what they remove again after an interruption. */
import { expect, test } from 'vitest';
import type { EvidenceStatement } from '../../../../src/main/app/evidence-sources.ts';
import { createRetainedProofs } from '../../../../src/main/features/proofs/proofs-feature.ts';
import { createOpenStatements } from '../../../../src/main/features/statements/grid/open-statements.ts';
import {
  createReferencesFinder,
  createRetainedStatements,
} from '../../../../src/main/features/statements/retained-statements.ts';
import type { Store } from '../../../../src/main/storage/store/store.ts';
import { PaydeskError } from '../../../../src/shared/errors.ts';
import { codeOf } from '../../../fakes/error-of.ts';

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

const kept = { state: 'kept' as const, items: 4, missing: 0, foreign: 0 };

test('a proof of another profile is not removed, nor a reference with another version', async () => {
  const toProof = (id: string) => {
    const [profileId = '', reference = ''] = id.split(' ');
    const sealed = { kind: 'proof' as const, size: 1, sha256: '', header: '', sealedAt: 0 };
    return { id, ...sealed, about: { profileId, reference, fetchedAt: 0 } };
  };
  const stored = ['north TX-1', 'north TX-2', 'north TX-2 again', 'south TX-1'];
  const { store, calls } = createStore(null);
  const retained = createRetainedProofs({
    store,
    library: { start: async () => undefined, state: () => kept, list: async () => stored.map(toProof) },
    repository: { removeVersions: async (ids) => void calls.push(ids) },
    proofs: { reloadAfter: (_profileId, change) => change() },
  });
  await retained.remove('north', ['north TX-1', 'north TX-2', 'south TX-1']);
  // A file that went before its reference would be shown as lost.
  expect(calls).toEqual([{ profileId: 'north', references: ['TX-1'] }, ['north TX-1', 'north TX-2']]);
});

test.each([
  ['goes on after a file that an earlier one removed', 'kept', 'library-item-unknown', ['one', 'two']],
  ['opens no library where none was stored', 'unused', 'library-item-unknown', []],
  ['rejects when a file cannot be removed', 'kept', 'file-not-written', ['one']],
] as const)('a removal of statements %s', async (_, state, code, expected) => {
  const tried: string[] = [];
  const { store, calls } = createStore(null);
  const retained = createRetainedStatements({
    store,
    openStatements: createOpenStatements(),
    library: { start: async () => undefined, state: () => (state === 'kept' ? kept : { state }) },
    statementFiles: {
      async remove(item) {
        tried.push(item);
        if (item === 'one') throw new PaydeskError(code, 'The file was not removed');
      },
    },
    statements: { find: () => null },
  });
  const removing = retained.remove('north', ['one', 'two']);
  if (code === 'file-not-written') expect(await codeOf(removing)).toBe(code);
  else await removing;
  expect(tried).toEqual(expected);
  expect(calls).toEqual([{ profileId: 'north', items: ['one', 'two'] }]);
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
