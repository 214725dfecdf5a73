/** @file A network share that hangs while Paydesk saves files on the share, reads files from it or watches it for events. */
import { lookup } from 'node:dns/promises';
import { existsSync, mkdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { errorOf } from '../../../../fakes/error-of.ts';
import { eventually } from '../../../../fakes/eventually.ts';
import {
  canHangDrives,
  type HangingDrive,
  hangInTest,
  withTimeout,
} from '../../../../fakes/platform/hanging-drive.ts';
import { toDroppedFiles } from '../../../../fakes/test-app.ts';
import {
  createMovingClock,
  type MovingClock,
} from '../../../../integration/features/documents/moving-clock.ts';
import {
  type StatementsFixture,
  startStatementsFixture,
  test,
} from '../../../../integration/features/statements/statements-fixture.ts';

interface HangingShare {
  readonly fixture: StatementsFixture;
  readonly clock: MovingClock;
  readonly shareFolder: string;
  readonly localFolder: string;
  /** Makes the share hang. */
  hang(): HangingDrive;
}

async function startHangingShare(): Promise<HangingShare> {
  const clock = createMovingClock();
  const fixture = await startStatementsFixture({ clock });
  const [shareFolder, localFolder] = [join(fixture.folder, 'share'), join(fixture.folder, 'local')];
  for (const path of [shareFolder, localFolder]) mkdirSync(path);
  const hang = () => {
    const drive = hangInTest(shareFolder);
    // The cached list of mounts expires after a few seconds.
    clock.skip(6_000);
    return drive;
  };
  return { fixture, clock, shareFolder, localFolder, hang };
}

/** Advances the clock until a condition holds, slowly enough for a process to start before its timeout. */
function advanceUntil(clock: MovingClock, condition: () => unknown): Promise<void> {
  return eventually(async () => {
    clock.skip(1_000);
    await condition();
  }, 200);
}

describe.skipIf(!canHangDrives())('a hanging share', () => {
  test('with five saves in progress blocks nothing else, is reported, and works again when it responds', async () => {
    const hangingShare = await startHangingShare();
    const { fixture, clock, shareFolder, localFolder } = hangingShare;
    const statementId = await fixture.storeStatement();
    const drive = hangingShare.hang();
    const save = (folder: string) => {
      fixture.platform.answers.savePath = join(folder, 'saved');
      return fixture.call('settings.saveDiagnostics', {});
    };
    const saveErrors = [1, 2, 3, 4, 5].map(() => errorOf(save(shareFolder)));
    await withTimeout('A name look-up', lookup('localhost'));
    await withTimeout('A save to another folder', save(localFolder));
    fixture.platform.answers.savePath = join(localFolder, 'original.csv');
    await withTimeout('An export', fixture.call('viewer.export', { action: 'original', statementId }));
    await withTimeout('A sign-out', fixture.call('session.signOut', { profileId: null, forgetKey: false }));
    await withTimeout('A sign-in', fixture.signIn());
    await withTimeout('Another statement', fixture.storeStatement(1002));

    let errors: unknown[] = [];
    void Promise.all(saveErrors).then((thrownErrors) => {
      errors = thrownErrors;
    });
    await advanceUntil(clock, () => expect(errors).toHaveLength(5));
    for (const error of errors) expect(error).toMatchObject({ code: 'drive-not-responding' });

    drive.end();
    await advanceUntil(clock, () => save(shareFolder));
    expect(existsSync(join(shareFolder, 'saved'))).toBe(true);
  });

  test('that is chosen as watched folder is refused after a timeout, and the previous folder stays', async () => {
    const hangingShare = await startHangingShare();
    const { fixture, clock, shareFolder, localFolder } = hangingShare;
    fixture.platform.answers.folder = [localFolder];
    await fixture.call('statements.inbox', { action: 'chooseFolder' });
    hangingShare.hang();
    fixture.platform.answers.folder = [shareFolder];
    let error: unknown = null;
    void errorOf(fixture.call('statements.inbox', { action: 'chooseFolder' })).then((thrown) => {
      error = thrown;
    });
    await withTimeout('A name look-up', lookup('localhost'));
    await advanceUntil(clock, () => expect(error).toMatchObject({ code: 'drive-not-responding' }));
    expect(fixture.testApp.topic('statements').inbox).toMatchObject({ folder: localFolder });
  });

  test('on which files are saved and watched delays neither quitting nor the next start', async () => {
    const hangingShare = await startHangingShare();
    const { fixture, clock, shareFolder } = hangingShare;
    fixture.platform.answers.folder = [shareFolder];
    await fixture.call('statements.inbox', { action: 'chooseFolder' });
    const drive = hangingShare.hang();
    fixture.platform.answers.savePath = join(shareFolder, 'saved');
    const saving = errorOf(fixture.call('settings.saveDiagnostics', {}));
    await withTimeout('Quitting', fixture.restart());
    expect(await saving).toMatchObject({ code: 'cancelled' });
    drive.end();
    const { id, event } = await fixture.requestStatement();
    await writeFile(join(shareFolder, 'one.json'), JSON.stringify(event));
    await advanceUntil(clock, async () =>
      expect((await fixture.call('statements.get', { id })).state).toBe('stored'),
    );
    expect(await readFile(join(shareFolder, 'processed', 'one.json'), 'utf8').catch(() => '')).not.toContain(
      'X-Amz',
    );
  });

  test('with event files and a recovery file on it blocks nothing else and is reported', async () => {
    const hangingShare = await startHangingShare();
    const { fixture, clock, shareFolder } = hangingShare;
    hangingShare.hang();
    const droppedPaths = ['one', 'two', 'three', 'four', 'five'].map((name) =>
      join(shareFolder, `${name}.json`),
    );
    const dropErrors = droppedPaths.map((path) =>
      errorOf(
        fixture.call('statements.addEvents', {
          action: 'drop',
          files: toDroppedFiles([path]),
        }),
      ),
    );
    fixture.platform.answers.fileToOpen = join(shareFolder, 'recovery');
    await fixture.call('recovery.file', { action: 'choose' });
    const restoreError = errorOf(
      fixture.call('recovery.file', { action: 'restore', passphrase: 'seven words that are not the ones' }),
    );
    await withTimeout('A name look-up', lookup('localhost'));
    await withTimeout('Another statement', fixture.storeStatement(1002));

    let errors: unknown[] = [];
    void Promise.all([...dropErrors, restoreError]).then((thrownErrors) => {
      errors = thrownErrors;
    });
    await advanceUntil(clock, () => expect(errors).toHaveLength(6));
    for (const error of errors) expect(error).toMatchObject({ code: 'file-unreadable' });
  });
});
