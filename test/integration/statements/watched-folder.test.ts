import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect } from 'vitest';
import { systemClock } from '../../../src/main/clock.ts';
import { maxQuarantined } from '../../../src/main/features/statements/tables/inbox.ts';
import { eventually } from '../../fakes/eventually.ts';
import { type StatementsFixture, startStatementsFixture, test } from './statements-fixture.ts';

describe('a watched folder', () => {
  test('delivers its events and moves used and unreadable files to subfolders', async ({ fixture }) => {
    const { event, id } = await fixture.requestStatement();
    const folder = join(fixture.folder, 'events');
    await mkdir(folder);
    await writeFile(join(folder, 'one.json'), JSON.stringify(event));
    await writeFile(join(folder, 'bad.json'), '{"eventId": 1');
    await writeFile(join(folder, 'notes.txt'), 'not ours');
    await writeFile(join(fixture.folder, 'outside.json'), JSON.stringify(event));
    await symlink(join(fixture.folder, 'outside.json'), join(folder, 'link.json'));
    fixture.platform.answers.folder = [folder];
    expect(await fixture.call('statements.inbox', { action: 'chooseFolder' })).toEqual({ folder });
    await fixture.until(id, 'stored');
    await eventually(async () =>
      expect((await readdir(folder)).sort()).toEqual(['link.json', 'notes.txt', 'processed', 'rejected']),
    );
    expect(await readdir(join(folder, 'processed'))).toEqual(['one.json']);
    expect((await readdir(join(folder, 'rejected'))).sort()).toEqual(['bad.json', 'bad.json.reason.txt']);
    expect(await readFile(join(folder, 'rejected', 'bad.json.reason.txt'), 'utf8')).toMatch(/^Not JSON/);
    expect(fixture.testApp.topic('statements').inbox).toMatchObject({ folder, folderState: 'watching' });
  });

  test('rejects a file that is too large, skips a folder and a pipe, and processes the other files', async ({
    fixture,
  }) => {
    const { event, id } = await fixture.requestStatement();
    const folder = join(fixture.folder, 'events');
    await mkdir(join(folder, 'a.json'), { recursive: true });
    execFileSync('mkfifo', [join(folder, 'b.json')]);
    await writeFile(join(folder, 'c.json'), Buffer.alloc(1_000_000, ' '));
    await writeFile(join(folder, 'd.json'), JSON.stringify({ ...event, createdAt: 1 }));
    await writeFile(join(folder, 'e.json'), JSON.stringify(event));
    fixture.platform.answers.folder = [folder];
    await fixture.call('statements.inbox', { action: 'chooseFolder' });
    await fixture.until(id, 'stored');
    await eventually(async () =>
      expect(new Set(await readdir(folder))).toEqual(new Set(['a.json', 'b.json', 'processed', 'rejected'])),
    );
    const reasons = (await fixture.quarantinedEvents()).map(({ reason, detail }) =>
      `${reason} ${detail}`.trim(),
    );
    expect(new Set(reasons)).toEqual(new Set(['too-large', 'not-understood createdAt']));
    expect(await readFile(join(folder, 'rejected', 'c.json.reason.txt'), 'utf8')).toMatch(/64/);
  });

  test('reports a symbolic link in place of one of its subfolders, and still delivers its events', async ({
    fixture,
  }) => {
    const { event, id } = await fixture.requestStatement();
    const [folder, outsideFolder] = [join(fixture.folder, 'events'), join(fixture.folder, 'outside')];
    await mkdir(folder);
    await mkdir(outsideFolder);
    await symlink(outsideFolder, join(folder, 'processed'));
    await writeFile(join(folder, 'one.json'), JSON.stringify(event));
    fixture.platform.answers.folder = [folder];
    await fixture.call('statements.inbox', { action: 'chooseFolder' });
    await fixture.until(id, 'stored');
    await fixture.testApp.until('statements', ({ inbox }) => inbox.folderState === 'linked');
    expect(fixture.testApp.topic('statements').inbox).toMatchObject({
      folder,
      folderLink: join(folder, 'processed'),
    });
    expect(await readdir(outsideFolder)).toEqual([]);
    expect((await readdir(folder)).toSorted()).toEqual(['one.json', 'processed']);
  });

  test('moves the file of the oldest quarantined event to the rejected folder when there are too many', async ({
    fixture,
  }) => {
    const { event } = await fixture.requestStatement();
    const folder = join(fixture.folder, 'events');
    await mkdir(folder);
    const createEventOfCompany = (companyId: string) => ({
      ...event,
      eventId: `of-${companyId}`,
      event: { ...event.event, companyId },
    });
    await writeFile(join(folder, 'oldest.json'), JSON.stringify(createEventOfCompany('one')));
    fixture.platform.answers.folder = [folder];
    await fixture.call('statements.inbox', { action: 'chooseFolder' });
    await fixture.testApp.until('statements', ({ quarantined }) => quarantined === 1);
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
    await eventually(async () => expect(await readdir(folder)).toEqual(['rejected']));
    const rejectedEvent = await readFile(join(folder, 'rejected', 'oldest.json'), 'utf8');
    expect(JSON.parse(rejectedEvent)).toMatchObject({ event: { url: new URL(event.event.url).hostname } });
    expect(await readFile(join(folder, 'rejected', 'oldest.json.reason.txt'), 'utf8')).toMatch(/^Too many/);
  });

  test('that is chosen through a symbolic link is stored as the real folder', async ({ fixture }) => {
    const [folder, link] = [join(fixture.folder, 'events'), join(fixture.folder, 'link')];
    await mkdir(folder);
    await symlink(folder, link);
    fixture.platform.answers.folder = [link];
    expect(await fixture.call('statements.inbox', { action: 'chooseFolder' })).toEqual({ folder });
  });

  test('with an event that arrived while Paydesk was closed for two days reports the expired link of the event', async () => {
    let elapsedMs = 0;
    const fixture = await startStatementsFixture({
      clock: { ...systemClock, now: () => systemClock.now() + elapsedMs },
    });
    const { event, id } = await fixture.requestStatement();
    const folder = join(fixture.folder, 'events');
    await mkdir(folder);
    fixture.platform.answers.folder = [folder];
    await fixture.call('statements.inbox', { action: 'chooseFolder' });
    await fixture.restart(async () => {
      await writeFile(join(folder, 'one.json'), JSON.stringify(event));
      elapsedMs = 2 * 86_400_000;
    });
    await eventually(async () =>
      expect(await fixture.quarantinedEvents()).toMatchObject([
        { reason: 'link-expired', walletId: 1001, held: false },
      ]),
    );
    expect(await fixture.call('statements.get', { id })).toMatchObject({ state: 'quarantined' });
    expect(fixture.simulator.calls().filter(({ route }) => route === 'statementDownload')).toEqual([]);
    // Only the clerk requests the statement again.
    expect(fixture.simulator.state.statementRequests).toHaveLength(1);
    const { results } = await fixture.call('statements.retry', { action: 'request', ids: [id] });
    expect(results).toMatchObject([{ outcome: 'accepted' }]);
    expect(fixture.simulator.state.statementRequests).toHaveLength(2);
  });

  /** Starts Paydesk with files of one event in the watched folder, whose statement cannot be downloaded yet. */
  async function startWithFailingDownload(files: readonly string[]) {
    const fixture = await startStatementsFixture();
    const { event, id } = await fixture.requestStatement();
    const folder = join(fixture.folder, 'events');
    await mkdir(folder);
    for (const file of files) await writeFile(join(folder, file), JSON.stringify(event));
    fixture.simulator.faults.set('statementDownload', { kind: 'status', status: 503 });
    fixture.platform.answers.folder = [folder];
    await fixture.call('statements.inbox', { action: 'chooseFolder' });
    await eventually(async () => expect((await fixture.until(id, 'ready')).problem).not.toBeNull());
    return { fixture, id, folder };
  }

  /** Counts the recorded events, whatever their outcome. */
  const countRecordedEvents = async (fixture: StatementsFixture) => {
    const filter = { kind: 'statement-event', outcome: null, text: '' } as const;
    return (await fixture.call('activity.list', { filter, offset: 0, limit: 10 })).total;
  };

  test('delivers the event again at the next start when quitting interrupted its download', async () => {
    const { fixture, id, folder } = await startWithFailingDownload(['one.json']);
    expect(await readdir(folder)).toEqual(['one.json']);
    fixture.simulator.faults.clear();
    await fixture.restart();
    await fixture.until(id, 'stored');
    await eventually(async () => expect(await readdir(join(folder, 'processed'))).toEqual(['one.json']));
  });

  test('delivers the event again at the next start also after a sign-out and sign-in', async () => {
    const { fixture, id, folder } = await startWithFailingDownload(['one.json']);
    await fixture.call('session.signOut', { forgetKey: false });
    const { apiKey } = fixture.simulator.credentials;
    await fixture.call('session.signIn', { profileId: 'test-profile', apiKey, keep: 'session' });
    await eventually(async () => expect(await countRecordedEvents(fixture)).toBe(2));
    await fixture.restart(async () => {
      expect(await readdir(folder)).toEqual(['one.json']);
      fixture.simulator.faults.clear();
    });
    await fixture.until(id, 'stored');
    await eventually(async () => expect(await readdir(join(folder, 'processed'))).toEqual(['one.json']));
  });

  test('keeps every file of an event until its statement is stored', async () => {
    const { fixture, id, folder } = await startWithFailingDownload(['one.json', 'two.json']);
    await eventually(async () => expect(await countRecordedEvents(fixture)).toBe(2));
    expect((await readdir(folder)).sort()).toEqual(['one.json', 'two.json']);
    fixture.simulator.faults.clear();
    await fixture.call('statements.retry', { action: 'download', id });
    await fixture.until(id, 'stored');
    const processed = join(folder, 'processed');
    await eventually(async () => expect((await readdir(processed)).sort()).toEqual(['one.json', 'two.json']));
  });
});
