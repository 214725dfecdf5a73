/** @file A network share that hangs: everything else goes on, and what is on it is waited for. */
import { lookup } from 'node:dns/promises';
import { mkdirSync, mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { eventually } from '../../fakes/eventually.ts';
import { writeFiles } from '../../fakes/files.ts';
import { canHangDrives, type HangingDrive, hangDrive, soon } from '../../fakes/hanging-drive.ts';
import {
  assign,
  beneficiaryNamed,
  checked,
  documents,
  drop,
  errorOf,
  headOf,
  over,
  received,
  rowOf,
  rowsOf,
  start,
  startWork,
  statesOf,
  type Work,
} from './work.ts';

const trial = mkdtempSync(join(tmpdir(), 'paydesk-hangs-'));
const canHang = canHangDrives(trial);
rmdirSync(trial);

const hung: HangingDrive[] = [];
afterEach(() => {
  for (const drive of hung.splice(0)) drive.end();
});

function hang(path: string): HangingDrive {
  const drive = hangDrive(path);
  hung.push(drive);
  return drive;
}

/** Two folders of the clerk's; the one may come to hang. */
function folders(work: Work): { share: string; local: string } {
  const [share, local] = ['share', 'local'].map((name) => join(work.folder, name));
  for (const path of [share, local]) if (path !== undefined) mkdirSync(path, { recursive: true });
  return { share: share ?? '', local: local ?? '' };
}

/** Lets the time pass after which a drive counts as hanging, in the steps in which a clock ticks. */
async function passSilence(work: Work): Promise<void> {
  for (let step = 0; step < 12; step += 1) {
    work.clock.skip(2_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Lets time pass until a condition holds. */
function passUntil(work: Work, condition: () => Promise<void>): Promise<void> {
  return eventually(async () => {
    work.clock.skip(2_000);
    await condition();
  }, 50);
}

describe.skipIf(!canHang)('a drive that hangs', () => {
  test('with eight files being read keeps no name look-up, sign-in or upload of another drive waiting', async () => {
    const work = await startWork();
    const { share, local } = folders(work);
    const onShare = await writeFiles(share, documents(8, 'share '));
    const onLocal = await writeFiles(local, documents(8, 'local '));
    const first = await drop(work, ...onShare);
    await assign(work, first, await beneficiaryNamed(work, 'Share'));
    await start(work, first);
    await over(work, first);
    // The same again under other names: it is read when the drive hangs already.
    const again = await writeFiles(share, documents(8, 'again '));
    const hangs = await drop(work, ...again);
    await assign(work, hangs, await beneficiaryNamed(work, 'Share'));
    const drive = hang(share);
    // The list of mounts is some seconds old at most.
    work.clock.skip(6_000);
    await start(work, hangs);
    await eventually(async () => {
      expect(new Set(Object.values(await statesOf(work, hangs)))).toEqual(new Set(['linking']));
    });

    await soon('A name look-up', lookup('localhost'));
    const { apiKey } = work.simulator.credentials;
    await soon('A sign-out', work.call('session.signOut', { profileId: null, forgetKey: false }));
    await soon(
      'A sign-in',
      work.call('session.signIn', { profileId: 'test-profile', apiKey, keep: 'session' }),
    );
    const fine = await soon('A check', drop(work, ...onLocal));
    await assign(work, fine, await beneficiaryNamed(work, 'Local'));
    await start(work, fine);
    await soon('An upload', over(work, fine));
    expect(received(work.simulator, 'rcp-Local')).toHaveLength(8);

    await passSilence(work);
    await eventually(async () => {
      for (const row of await rowsOf(work, hangs))
        expect(row).toMatchObject({ state: 'waiting-for-file', reason: { code: 'drive-not-responding' } });
    });
    expect(headOf(work, hangs)).toMatchObject({ state: 'running' });

    drive.end();
    await passUntil(work, () => over(work, hangs));
    expect(received(work.simulator, 'rcp-Share')).toHaveLength(16);
  }, 120_000);

  test('while it is listed keeps no other drop waiting, and is listed when it responds again', async () => {
    const work = await startWork();
    const { share, local } = folders(work);
    await writeFiles(share, documents(5, 'share '));
    const onLocal = await writeFiles(local, documents(5, 'local '));
    const drive = hang(share);
    const { batchId } = await work.call('documents.add', { references: work.testApp.references([share]) });
    await work.call('documents.add', { references: work.testApp.references(onLocal) });
    await soon(
      'A check',
      eventually(async () => {
        const states = Object.values(await statesOf(work, batchId));
        expect(states).toEqual(onLocal.map(() => 'ready'));
      }),
    );
    await passSilence(work);
    await checked(work, batchId);
    expect(await rowOf(work, batchId, 'share')).toMatchObject({
      state: 'waiting-for-file',
      reason: { code: 'drive-not-responding' },
    });
    drive.end();
    await passUntil(work, async () => {
      const states = Object.values(await statesOf(work, batchId));
      expect(states.filter((state) => state === 'ready')).toHaveLength(10);
    });
  }, 120_000);

  test('holds up neither signing out nor quitting, and its documents are there at the next start', async () => {
    const work = await startWork();
    const { share } = folders(work);
    const paths = await writeFiles(share, documents(8, 'share '));
    const drive = hang(share);
    const { batchId } = await work.call('documents.add', { references: work.testApp.references(paths) });
    await soon('Quitting', work.restart());
    drive.end();
    work.clock.skip(6_000);
    await checked(work, batchId);
    expect(Object.values(await statesOf(work, batchId)).filter((state) => state === 'ready')).toHaveLength(8);
  }, 120_000);

  test('gives no CSV list, which is said with its cause, and five tries keep no name look-up waiting', async () => {
    const work = await startWork();
    const { share, local } = folders(work);
    const batchId = await drop(work, ...(await writeFiles(local, documents(1))));
    hang(share);
    work.clock.skip(6_000);
    work.platform.answers.openFile = join(share, 'list.csv');
    const open = () => errorOf(work.call('documents.openManifest', { batchId, from: { kind: 'dialog' } }));
    const tries = Promise.all([open(), open(), open(), open(), open()]);
    await soon('A name look-up', lookup('localhost'));
    await passSilence(work);
    for (const error of await tries)
      expect(error).toMatchObject({
        code: 'file-unreadable',
        details: { message: expect.stringContaining('does not respond') },
      });
  }, 120_000);
});
