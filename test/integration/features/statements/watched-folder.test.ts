/** @file The watched folder of events, chosen by the clerk or set by the administrator. */
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect } from 'vitest';
import { systemClock } from '../../../../src/main/concurrency/clock.ts';
import { maxQuarantined } from '../../../../src/main/features/statements/database/inbox.ts';
import { eventually } from '../../../fakes/eventually.ts';
import {
  createSharedTest,
  openStatementsFixture,
  type StatementsFixture,
  startStatementsFixture,
} from './statements-fixture.ts';

/** Milliseconds between two polls of a folder. */
const pollIntervalMs = 2_000;
let elapsedMs = 0;

/** A clock whose time a test advances, without its timers. The next poll begins soon after the previous one. */
const clock = {
  ...systemClock,
  now: () => systemClock.now() + elapsedMs,
  monotonic: () => systemClock.monotonic() + elapsedMs,
  after: (milliseconds: number, action: () => void) =>
    systemClock.after(milliseconds === pollIntervalMs ? 30 : milliseconds, action),
};

/** The administrator allows the storage host, which the profile does not know. */
const test = createSharedTest(async () => {
  const fixture = await openStatementsFixture({
    clock,
    hasKeychain: true,
    simulator: { time: clock.now },
    trustStorage: false,
  });
  fixture.managed.storageHosts = [new URL(fixture.simulator.storage).host];
  await fixture.restart();
  return fixture;
});

/** Creates a folder and chooses it; events are written into it first. */
async function watchFolderWith(fixture: StatementsFixture, files: Readonly<Record<string, unknown>>) {
  const folder = join(fixture.folder, 'events');
  await mkdir(folder, { recursive: true });
  for (const [name, event] of Object.entries(files))
    await writeFile(join(folder, name), typeof event === 'string' ? event : JSON.stringify(event));
  fixture.platform.answers.folder = [folder];
  expect(await fixture.call('statements.inbox', { action: 'chooseFolder' })).toEqual({ folder });
  return folder;
}

const untilFiles = (folder: string, names: readonly string[]) =>
  eventually(async () => expect((await readdir(folder)).toSorted()).toEqual(names));

const inboxOf = ({ testApp }: StatementsFixture) => testApp.topic('statements').inbox;

const countDownloads = ({ simulator }: StatementsFixture) =>
  simulator.calls().filter(({ route }) => route === 'statementDownload').length;

test('storage hosts that the administrator allows need no approval by the clerk', async ({ fixture }) => {
  const { event, id } = await fixture.requestStatement();
  expect(await fixture.pasteEvent(event)).toMatchObject({ taken: 1 });
  await fixture.until(id, 'stored');
});

describe('a watched folder', () => {
  test('delivers its events, moves used and unusable files to subfolders, reports incomplete ones, and leaves everything else', async ({
    fixture,
  }) => {
    const { event, id } = await fixture.requestStatement(1002);
    const folder = join(fixture.folder, 'events');
    await mkdir(join(folder, 'folder.json'), { recursive: true });
    execFileSync('mkfifo', [join(folder, 'pipe.json')]);
    await writeFile(join(fixture.folder, 'outside.json'), JSON.stringify(event));
    await symlink(join(fixture.folder, 'outside.json'), join(folder, 'link.json'));
    await watchFolderWith(fixture, {
      'event.json': event,
      'begun.json': '{"eventId": 1',
      'large.json': ' '.repeat(1_000_000),
      'time.json': { ...event, createdAt: 1 },
      'notes.txt': 'not ours',
    });
    expect(await fixture.until(id, 'stored')).toMatchObject({ source: 'folder' });
    const left = [
      'begun.json',
      'folder.json',
      'link.json',
      'notes.txt',
      'pipe.json',
      'processed',
      'rejected',
    ];
    await untilFiles(folder, left);
    expect(await readdir(join(folder, 'processed'))).toEqual(['event.json']);
    const rejected = ['large.json', 'time.json'];
    expect((await readdir(join(folder, 'rejected'))).toSorted()).toEqual(
      rejected.flatMap((name) => [name, `${name}.reason.txt`]),
    );
    const reasonOf = (name: string) => readFile(join(folder, 'rejected', `${name}.reason.txt`), 'utf8');
    expect(await reasonOf('large.json')).toMatch(/64/);
    const quarantined = await fixture.quarantinedEvents();
    expect(quarantined.map(({ reason, detail }) => `${reason} ${detail}`.trim()).toSorted()).toEqual([
      'not-understood createdAt',
      'too-large',
    ]);
    expect(inboxOf(fixture)).toMatchObject({ folder, folderState: 'watching' });
    const listIncomplete = async () => {
      const { rows } = await fixture.call('needsYou.list', { offset: 0, limit: 100 });
      return rows.flatMap((need) => (need.kind === 'event-incomplete' ? [join(need.folder, need.file)] : []));
    };
    const discard = (row: number) =>
      fixture.call('statements.decide', { id: quarantined[row]?.id ?? 0, decision: 'discard' });
    await discard(0);
    expect(await listIncomplete()).toEqual([]);
    elapsedMs += 10 * 60_000;
    await discard(1);
    expect(await listIncomplete()).toEqual([join(folder, 'begun.json')]);
    await writeFile(join(folder, 'begun.json'), JSON.stringify(event));
    await untilFiles(folder, left.slice(1));
    expect(await listIncomplete()).toEqual([]);
  });

  test('and *Needs you* lose a quarantined event when another event stored its statement', async ({
    fixture,
  }) => {
    const { event, id } = await fixture.requestStatement(1003);
    const expired = { ...event.event, url: 'https://files.example/a.csv?Expires=1700000000' };
    const folder = await watchFolderWith(fixture, {
      'one.json': { ...event, eventId: 'expired', event: expired },
    });
    await fixture.until(id, 'quarantined');
    await fixture.pasteEvent(event);
    await fixture.until(id, 'stored');
    await untilFiles(folder, ['processed']);
    expect(await fixture.quarantinedEvents()).toEqual([]);
    const { rows } = await fixture.call('needsYou.list', { offset: 0, limit: 100 });
    expect(rows.filter(({ kind }) => kind === 'event-quarantined')).toEqual([]);
  });

  test('that is chosen through a symbolic link is stored as the real folder', async ({ fixture }) => {
    const [folder, link] = [join(fixture.folder, 'events'), join(fixture.folder, 'link')];
    await mkdir(folder);
    await symlink(folder, link);
    fixture.platform.answers.folder = [link];
    expect(await fixture.call('statements.inbox', { action: 'chooseFolder' })).toEqual({ folder });
  });

  test('keeps every file of an event until its statement is stored, also after restarts and a sign-out', async ({
    fixture,
  }) => {
    const { event, id } = await fixture.requestStatement(1004);
    const filter = { kind: 'statement-event', outcome: null, text: '' } as const;
    const countEvents = async () =>
      (await fixture.call('activity.list', { filter, offset: 0, limit: 1 })).total;
    const earlierEvents = await countEvents();
    fixture.simulator.faults.set('statementDownload', { kind: 'html' });
    const files = ['one.json', 'two.json'];
    const folder = await watchFolderWith(fixture, { 'one.json': event, 'two.json': event });
    /** Waits until both files were delivered and the download failed. */
    const untilFailed = async (deliveries: number) => {
      await eventually(async () => expect(await countEvents()).toBe(earlierEvents + deliveries));
      await eventually(async () =>
        expect((await fixture.call('statements.get', { id })).problem).not.toBeNull(),
      );
      expect((await readdir(folder)).toSorted()).toEqual(files);
    };
    await untilFailed(2);
    await fixture.restart();
    await untilFailed(4);
    await fixture.call('session.signOut', { forgetKey: false });
    await fixture.signIn();
    await untilFailed(6);
    await fixture.restart(async () => fixture.simulator.faults.clear());
    await fixture.until(id, 'stored');
    await untilFiles(folder, ['processed']);
    expect((await readdir(join(folder, 'processed'))).toSorted()).toEqual(files);
  });

  test('moves the file of an event whose link the storage refuses, with the reason and without the link', async ({
    fixture,
  }) => {
    const { event, id } = await fixture.requestStatement(1003);
    fixture.simulator.faults.set('statementDownload', { kind: 'expired-link' });
    const folder = await watchFolderWith(fixture, { 'one.json': event });
    await fixture.until(id, 'expired');
    await untilFiles(folder, ['rejected']);
    const reason = await readFile(join(folder, 'rejected', 'one.json.reason.txt'), 'utf8');
    expect(reason).toMatch(/^The storage refused the link\. .* answered 403\. Nothing was stored/);
    expect(await readFile(join(folder, 'rejected', 'one.json'), 'utf8')).not.toContain('://');
  });

  test('with an event that arrived while Paydesk was closed for two days reports the expired link of the event', async ({
    fixture,
  }) => {
    const { event, id } = await fixture.requestStatement(1005);
    const folder = await watchFolderWith(fixture, {});
    const [downloads, requests] = [countDownloads(fixture), fixture.simulator.state.statementRequests.length];
    await fixture.restart(async () => {
      await writeFile(join(folder, 'one.json'), JSON.stringify(event));
      elapsedMs += 2 * 86_400_000;
    });
    await fixture.until(id, 'quarantined');
    const quarantined = await fixture.quarantinedEvents();
    expect(quarantined).toMatchObject([{ reason: 'link-expired', walletId: 1005, held: false }]);
    expect(countDownloads(fixture)).toBe(downloads);
    // Only the clerk requests the statement again.
    expect(fixture.simulator.state.statementRequests).toHaveLength(requests);
    const { results } = await fixture.call('statements.retry', { action: 'request', ids: [id] });
    expect(results).toMatchObject([{ outcome: 'accepted' }]);
    expect(fixture.simulator.state.statementRequests).toHaveLength(requests + 1);
    await fixture.call('statements.decide', { id: quarantined[0]?.id ?? 0, decision: 'discard' });
  });
});

test('a watched folder loses the file of the oldest quarantined event to its subfolder when there are too many', async () => {
  const fixture = await startStatementsFixture({ clock });
  const { event } = await fixture.requestStatement(1006);
  const createEventOfCompany = (companyId: string) => ({
    ...event,
    eventId: `of-${companyId}`,
    event: { ...event.event, companyId },
  });
  const folder = await watchFolderWith(fixture, { 'oldest.json': createEventOfCompany('one') });
  await eventually(() => expect(fixture.testApp.topic('statements').quarantined).toBe(1));
  const database = new DatabaseSync(join(fixture.testApp.dataFolder, 'paydesk.db'), { timeout: 10_000 });
  database.exec(`
    WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${maxQuarantined - 1})
    INSERT INTO statement_event (profile_id, seen_at, came_by, state, reason)
    SELECT profile_id, seen_at, came_by, state, reason FROM statement_event, number WHERE state = 'quarantined'`);
  database.close();
  await fixture.pasteEvent(createEventOfCompany('two'));
  const { quarantined } = await fixture.testApp.until(
    'statements',
    ({ removedEvents }) => removedEvents === 1,
  );
  expect(quarantined).toBe(maxQuarantined);
  await untilFiles(folder, ['rejected']);
  const rejectedEvent = await readFile(join(folder, 'rejected', 'oldest.json'), 'utf8');
  expect(JSON.parse(rejectedEvent)).toMatchObject({ event: { url: new URL(event.event.url).hostname } });
  expect(await readFile(join(folder, 'rejected', 'oldest.json.reason.txt'), 'utf8')).toMatch(/^Too many/);
});

describe('the folder set by the administrator', () => {
  const untilChosen = ({ testApp }: StatementsFixture, folder: string) =>
    testApp.until('statements', ({ inbox }) => inbox.folder === folder && !inbox.folderManaged);

  test('overrides the choice of the clerk, is watched as soon as it exists, and ends with the policy', async ({
    fixture,
  }) => {
    const chosenFolder = await watchFolderWith(fixture, {});
    await untilChosen(fixture, chosenFolder);
    const folder = join(fixture.folder, 'share');
    fixture.managed.inbox = { folder, usedFiles: 'delete' };
    await fixture.restart();
    const managed = { folder, folderManaged: true };
    await eventually(() => expect(inboxOf(fixture)).toMatchObject({ ...managed, folderState: 'away' }));
    await mkdir(folder);
    await eventually(() => expect(inboxOf(fixture)).toMatchObject({ ...managed, folderState: 'watching' }));
    for (const action of ['chooseFolder', 'forgetFolder'] as const)
      await expect(fixture.call('statements.inbox', { action })).rejects.toMatchObject({
        code: 'setting-managed',
      });
    expect(inboxOf(fixture)).toMatchObject({ ...managed, folderState: 'watching' });

    const first = await fixture.requestStatement(1007);
    await writeFile(join(folder, 'first.json'), JSON.stringify(first.event));
    expect(await fixture.until(first.id, 'stored')).toMatchObject({ source: 'folder' });
    await untilFiles(folder, []);

    // The events of the practice company arrive without a folder.
    await fixture.switchToPractice();
    await fixture.testApp.until('statements', ({ inbox }) => inbox.folderState === 'off');
    expect(inboxOf(fixture)).toMatchObject({ folder: null, folderManaged: false });

    fixture.managed.inbox = { folder, usedFiles: 'keep' };
    await fixture.restart();
    const second = await fixture.requestStatement(1008);
    await writeFile(join(folder, 'second.json'), JSON.stringify(second.event));
    await fixture.until(second.id, 'stored');
    await untilFiles(folder, ['processed']);
    expect(await readdir(join(folder, 'processed'))).toEqual(['second.json']);

    // The folder that the clerk chose is still stored.
    delete fixture.managed.inbox;
    await fixture.restart();
    await untilChosen(fixture, chosenFolder);
  });
});
