import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type KeyringState, keyringMissing, runWithKeyring } from '../../../fakes/platform/keyring.ts';
import { temporaryFolder } from '../../../fakes/test-app.ts';

const missingReason = keyringMissing();
const program = new URL('vault-program.ts', import.meta.url);

async function newFolder(): Promise<string> {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  return folder.path;
}

const run = (folder: string, state: KeyringState, ...steps: string[]) =>
  runWithKeyring(folder, state, program, ...steps);

describe.skipIf(missingReason !== null)(
  `a real keyring${missingReason === null ? '' : ` (${missingReason})`}`,
  () => {
    test('stores secrets of up to 2,560 bytes, returns them after a restart unless it is locked, and removes them', async () => {
      const folder = await newFolder();
      const secret = 'canary-secret-5b1e';
      const available = { value: { state: 'available', name: 'Secret Service' } };
      const steps = ['probe', 'read=a', `write=a=${secret}`, 'read=a', 'write-long=b=x', 'write-long=b=é'];
      expect(await run(folder, 'open', ...steps)).toEqual([
        available,
        { value: null },
        { value: null },
        { value: secret },
        { value: null },
        { code: 'secret-too-large' },
      ]);
      const folderEntries = await readdir(folder, { recursive: true, withFileTypes: true });
      const files = folderEntries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name));
      expect(files.filter((name) => name.endsWith('.keyring'))).not.toEqual([]);
      for (const file of files) expect(await readFile(file, 'latin1'), file).not.toContain(secret);

      const locked = await run(folder, 'locked', 'probe', 'read=a', 'write=a=other', 'forget=none');
      expect(locked[0]).toMatchObject({ value: { state: 'locked' } });
      expect(locked.slice(1, 3)).toEqual([{ code: 'keychain-locked' }, { code: 'keychain-locked' }]);

      expect(
        await run(folder, 'open', 'read=a', 'read=b', 'forget=a', 'read=a', 'forget=a', 'probe'),
      ).toEqual([
        { value: secret },
        { value: 'x'.repeat(2_560) },
        { value: null },
        { value: null },
        { value: null },
        available,
      ]);
    });

    test.each(['no-service', 'no-bus'] as const)('is absent when it does not exist (%s)', async (state) => {
      const results = await run(await newFolder(), state, 'probe', 'read=a', 'write=a=secret');
      expect(results).toEqual([
        { value: { state: 'absent', name: 'Secret Service' } },
        { code: 'keychain-absent' },
        { code: 'keychain-absent' },
      ]);
    });
  },
);
