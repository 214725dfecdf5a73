import { afterEach, expect, test, vi } from 'vitest';
import { resetProfileStores } from '../../../../src/renderer/app/profiles/profile-store.ts';
import { importFile, useImportState } from '../../../../src/renderer/features/beneficiaries/import-file.ts';
import { PaydeskError, toWire } from '../../../../src/shared/errors.ts';

const failure = { ok: false, error: toWire(new PaydeskError('database-unavailable', 'gone')) };
const settle = () => new Promise((done) => setImmediate(done));

afterEach(() => vi.unstubAllGlobals());

test('the error of an import disappears when another profile is shown', async () => {
  vi.stubGlobal('window', { paydesk: { call: async () => failure } });
  importFile();
  // The first call also loads the contract.
  await vi.waitFor(() => expect(useImportState.getState().error?.code).toBe('database-unavailable'));
  resetProfileStores();
  expect(useImportState.getState()).toEqual({ busy: false, error: null });
});

test('an import that fails after another profile was shown reports no error there', async () => {
  const answer = Promise.withResolvers<typeof failure>();
  vi.stubGlobal('window', { paydesk: { call: () => answer.promise } });
  importFile();
  resetProfileStores();
  answer.resolve(failure);
  await settle();
  expect(useImportState.getState()).toEqual({ busy: false, error: null });
});
