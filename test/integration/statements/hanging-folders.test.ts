/** @file Folders of the clerk's on a network share that hangs: what is saved there, and events that are watched for. */
import { lookup } from 'node:dns/promises';
import { existsSync, mkdirSync, mkdtempSync, rmdirSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { eventually } from '../../fakes/eventually.ts';
import { canHangDrives, type HangingDrive, hangDrive, soon } from '../../fakes/hanging-drive.ts';
import { createMovingClock, type MovingClock } from '../documents/moving-clock.ts';
import { errorOf, eventsOf, startWork, stored, type Work } from './work.ts';

const trial = mkdtempSync(join(tmpdir(), 'paydesk-hangs-'));
const canHang = canHangDrives(trial);
rmdirSync(trial);

const hung: HangingDrive[] = [];
afterEach(() => {
  for (const drive of hung.splice(0)) drive.end();
});

interface HangingWork {
  readonly work: Work;
  readonly clock: MovingClock;
  readonly share: string;
  readonly local: string;
  /** Hangs the share. */
  hang(): HangingDrive;
}

async function startHanging(): Promise<HangingWork> {
  const clock = createMovingClock();
  const work = await startWork({ clock });
  const [share, local] = [join(work.folder, 'share'), join(work.folder, 'local')];
  for (const path of [share, local]) mkdirSync(path);
  const hang = () => {
    const drive = hangDrive(share);
    hung.push(drive);
    // The list of mounts is some seconds old at most.
    clock.skip(6_000);
    return drive;
  };
  return { work, clock, share, local, hang };
}

/** Lets time pass until a condition holds, slowly enough for a process to start before it counts as silent. */
function passUntil(clock: MovingClock, condition: () => unknown): Promise<void> {
  return eventually(async () => {
    clock.skip(1_000);
    await condition();
  }, 200);
}

async function signOutAndIn({ work }: HangingWork): Promise<void> {
  const { apiKey } = work.simulator.credentials;
  await soon('A sign-out', work.call('session.signOut', { profileId: null, forgetKey: false }));
  await soon(
    'A sign-in',
    work.call('session.signIn', { profileId: 'test-profile', apiKey, keep: 'session' }),
  );
}

/** Asks for a statement of a wallet; gives its number and the event as text. */
async function asked({ work }: HangingWork, walletId: number): Promise<{ id: number; event: string }> {
  await work.ask([walletId]);
  const id = (await work.list()).find(({ wallet }) => wallet.id === walletId)?.id ?? 0;
  return { id, event: JSON.stringify(eventsOf(work.simulator, walletId).at(-1)) };
}

describe.skipIf(!canHang)('a hanging share', () => {
  test('that five files are saved to keeps nothing else waiting, is said, and takes files when it responds', async () => {
    const hanging = await startHanging();
    const { work, clock, share, local } = hanging;
    const statementId = await stored(work);
    const drive = hanging.hang();
    const save = (folder: string) => {
      work.platform.answers.saveFile = join(folder, 'saved');
      return work.call('settings.saveDiagnostics', {});
    };
    const saving = [1, 2, 3, 4, 5].map(() => errorOf(save(share)));
    await soon('A name look-up', lookup('localhost'));
    await soon('A save to another folder', save(local));
    work.platform.answers.saveFile = join(local, 'original.csv');
    await soon('An export', work.call('review.exportOriginal', { statementId }));
    await signOutAndIn(hanging);
    await soon('Another statement', stored(work, 1002));

    let errors: unknown[] = [];
    void Promise.all(saving).then((all) => {
      errors = all;
    });
    await passUntil(clock, () => expect(errors).toHaveLength(5));
    for (const error of errors) expect(error).toMatchObject({ code: 'drive-not-responding' });

    drive.end();
    await passUntil(clock, () => save(share));
    expect(existsSync(join(share, 'saved'))).toBe(true);
  }, 120_000);

  test('that is watched for events keeps nothing else waiting, is said to be away, and is watched when it responds', async () => {
    const hanging = await startHanging();
    const { work, clock, share } = hanging;
    work.platform.answers.folder = [share];
    await work.call('statements.chooseFolder', {});
    const first = await asked(hanging, 1001);
    await writeFile(join(share, 'first.json'), first.event);
    await passUntil(clock, async () =>
      expect((await work.call('statements.get', { id: first.id })).state).toBe('stored'),
    );
    await eventually(async () => expect(await readdir(join(share, 'processed'))).toEqual(['first.json']));

    const drive = hanging.hang();
    await passUntil(clock, () =>
      expect(work.testApp.topic('statements').inbox).toMatchObject({ folder: share, folderState: 'away' }),
    );
    await soon('A name look-up', lookup('localhost'));
    await soon('Another statement', stored(work, 1002));
    await signOutAndIn(hanging);
    const second = await asked(hanging, 1003);

    drive.end();
    await writeFile(join(share, 'second.json'), second.event);
    await passUntil(clock, async () =>
      expect((await work.call('statements.get', { id: second.id })).state).toBe('stored'),
    );
    expect(work.testApp.topic('statements').inbox).toMatchObject({ folder: share, folderState: 'watching' });
    expect(work.unexpected()).toEqual([]);
  }, 120_000);

  test('that is chosen to be watched is refused after a while, and the folder before it stays', async () => {
    const hanging = await startHanging();
    const { work, clock, share, local } = hanging;
    work.platform.answers.folder = [local];
    await work.call('statements.chooseFolder', {});
    hanging.hang();
    work.platform.answers.folder = [share];
    let error: unknown = null;
    void errorOf(work.call('statements.chooseFolder', {})).then((thrown) => {
      error = thrown;
    });
    await soon('A name look-up', lookup('localhost'));
    await passUntil(clock, () => expect(error).toMatchObject({ code: 'drive-not-responding' }));
    expect(work.testApp.topic('statements').inbox).toMatchObject({ folder: local });
  }, 120_000);

  test('holds up neither quitting nor the next start, whatever is saved to it or watched there', async () => {
    const hanging = await startHanging();
    const { work, clock, share } = hanging;
    work.platform.answers.folder = [share];
    await work.call('statements.chooseFolder', {});
    const drive = hanging.hang();
    work.platform.answers.saveFile = join(share, 'saved');
    const saving = errorOf(work.call('settings.saveDiagnostics', {}));
    await soon('Quitting', work.restart());
    expect(await saving).toMatchObject({ code: 'cancelled' });
    drive.end();
    const { id, event } = await asked(hanging, 1001);
    await writeFile(join(share, 'one.json'), event);
    await passUntil(clock, async () =>
      expect((await work.call('statements.get', { id })).state).toBe('stored'),
    );
    expect(await readFile(join(share, 'processed', 'one.json'), 'utf8').catch(() => '')).not.toContain(
      'X-Amz',
    );
  }, 120_000);

  test('that event files and a recovery file are on keeps nothing else waiting, and is said', async () => {
    const hanging = await startHanging();
    const { work, clock, share } = hanging;
    hanging.hang();
    const dropped = ['one', 'two', 'three', 'four', 'five'].map((name) => join(share, `${name}.json`));
    const handingIn = dropped.map((path) =>
      errorOf(work.call('statements.dropEvents', { references: work.testApp.references([path]) })),
    );
    work.platform.answers.openFile = join(share, 'recovery');
    await work.call('recovery.choose', {});
    const restoring = errorOf(
      work.call('recovery.restore', { passphrase: 'seven words that are not the ones' }),
    );
    await soon('A name look-up', lookup('localhost'));
    await soon('Another statement', stored(work, 1002));

    let errors: unknown[] = [];
    void Promise.all([...handingIn, restoring]).then((all) => {
      errors = all;
    });
    await passUntil(clock, () => expect(errors).toHaveLength(6));
    for (const error of errors) expect(error).toMatchObject({ code: 'file-unreadable' });
  }, 120_000);
});
