/** @file The first open of a file blocks for a minute, as while macOS asks for consent to its folder. */
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createDriveProcesses } from '../../../src/main/files/drive-processes.ts';
import { createFakeClock } from '../../fakes/clock.ts';
import { entries } from '../../fakes/entries.ts';
import { canHangDrives, hangInTest, withTimeout } from '../../fakes/platform/hanging-drive.ts';
import { createFakePlatform } from '../../fakes/platform/platform.ts';
import { temporaryFolder } from '../../fakes/test-app.ts';

test.skipIf(!canHangDrives()).for([
  ['darwin', 'read', { answer: 'probed' }],
  ['linux', 'silent', { cause: 'silent' }],
] as const)('a file whose opening blocks for a minute on %s is %s', async ([os, , outcome]) => {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  const folder = hangInTest(path);
  const clock = createFakeClock();
  const { processes } = createFakePlatform();
  const drives = createDriveProcesses({ processes, clock, os, entry: entries.files });
  onTestFinished(() => drives.close());
  const process = drives.processOf('documents', false);
  const probe = process.request({ ask: 'probe', paths: [join(path, 'a.pdf')] });
  const result = probe.catch((thrown: unknown) => thrown);
  await clock.advance(60_000);
  folder.end();
  expect(await withTimeout('The file', result)).toMatchObject(outcome);
});
