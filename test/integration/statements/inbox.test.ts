import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/main/clock.ts';
import { maxQuarantined } from '../../../src/main/features/statements/tables/inbox.ts';
import type { StatementEvent } from '../../../src/main/simulator/statements.ts';
import { formatList } from '../../../src/shared/messages/index.ts';
import { eventually } from '../../fakes/eventually.ts';
import { errorOf, eventsOf, startWork, type Work } from './work.ts';

async function asked(work: Work, walletId = 1001): Promise<{ event: StatementEvent; id: number }> {
  await work.ask([walletId]);
  const event = eventsOf(work.simulator, walletId).at(-1);
  const id = (await work.list()).find(({ wallet }) => wallet.id === walletId)?.id;
  if (event === undefined || id === undefined) throw new Error('Nothing was asked for');
  return { event, id };
}

const quarantine = async (work: Work) =>
  (await work.call('statements.quarantine', { offset: 0, limit: 200 })).rows;

describe('an event that fits', () => {
  test('makes its statement ready, and the file is fetched without token or cookies', async () => {
    const work = await startWork();
    const { event, id } = await asked(work);
    expect(await work.paste(event)).toEqual({ taken: 1, repeated: 0, quarantined: 0 });
    const stored = await work.until(id, 'stored');
    expect(stored).toMatchObject({
      transactions: event.event.transactionCount,
      source: 'pasted',
      problem: null,
    });
    expect(stored.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(Date.parse(stored.expiresAt ?? '') - Date.parse(event.createdAt)).toBeCloseTo(86_400_000, -5);
    expect(work.simulator.violations()).toEqual([]);
  });

  test('counts once', async () => {
    const work = await startWork();
    const { event, id } = await asked(work);
    await work.paste(event);
    await work.until(id, 'stored');
    expect(await work.paste(event)).toEqual({ taken: 0, repeated: 1, quarantined: 0 });
    expect(await work.paste({ ...event, eventId: 'another-event' })).toEqual({
      taken: 0,
      repeated: 1,
      quarantined: 0,
    });
    expect(await work.list()).toHaveLength(1);
  });

  test('counts once when two come for one statement at the same time', async () => {
    const work = await startWork();
    const { event, id } = await asked(work);
    const taken = await Promise.all([work.paste(event), work.paste({ ...event, eventId: 'another-event' })]);
    expect(taken.map(({ taken: number }) => number).toSorted((one, two) => one - two)).toEqual([0, 1]);
    expect(taken.every(({ quarantined }) => quarantined === 0)).toBe(true);
    await work.until(id, 'stored');
    expect(work.simulator.calls().filter(({ route }) => route === 'statementDownload')).toHaveLength(1);
  });

  test('is told apart by format when CSV and PDF were asked for', async () => {
    const work = await startWork();
    await work.ask([1001]);
    await work.ask([1001], { format: 'pdf' });
    const [csv, pdf] = eventsOf(work.simulator, 1001);
    for (const event of [pdf, csv]) if (event !== undefined) await work.paste(event);
    const rows = await work.list();
    for (const { id } of rows) await work.until(id, 'stored');
    expect(
      (await work.list())
        .map(({ format, requestId }) => `${requestId} ${format}`)
        .toSorted((a, b) => (a < b ? -1 : 1)),
    ).toEqual(['1 csv', '2 pdf']);
  });

  test('of a format that was asked for twice leaves what was asked for in the other one to its own event', async () => {
    const work = await startWork();
    await work.ask([1001]);
    const ids = (await work.list()).map(({ id }) => id);
    await work.call('statements.requestAgain', { ids });
    await work.ask([1001], { format: 'pdf' });
    const [one, two, pdf] = eventsOf(work.simulator, 1001);
    const outcomes: { taken: number; repeated: number }[] = [];
    for (const event of [one, two, pdf]) {
      outcomes.push(await work.paste(event ?? {}));
      await eventually(async () =>
        expect((await work.list()).some(({ state }) => state === 'ready' || state === 'downloading')).toBe(
          false,
        ),
      );
    }
    expect(outcomes.map(({ taken, repeated }) => [taken, repeated])).toEqual([
      [1, 0],
      [0, 1],
      [1, 0],
    ]);
    const rows = (await work.list()).map(({ state, format }) => `${state} ${format}`);
    expect(rows.toSorted()).toEqual(['stored csv', 'stored pdf']);
  });

  test('leaves no link on the disk or in any answer', async () => {
    const work = await startWork();
    const { event, id } = await asked(work);
    await work.paste(event);
    await work.until(id, 'stored');
    const secret = new URL(event.event.url).searchParams.get('X-Amz-Signature') ?? 'no signature';
    const { rows } = await work.call('activity.list', {
      filter: { kind: null, outcome: null, text: '' },
      offset: 0,
      limit: 200,
    });
    expect(JSON.stringify([rows, await work.list(), work.testApp.topic('statements')])).not.toContain(secret);
    for (const name of await readdir(work.testApp.dataFolder, { recursive: true, withFileTypes: true })) {
      if (!name.isFile()) continue;
      const bytes = await readFile(join(name.parentPath, name.name));
      expect(bytes.includes(secret), name.name).toBe(false);
    }
  });
});

describe('an event with fields that are not documented', () => {
  const secret = 'https://files.example/a.csv?X-Amz-Signature=5ec3e7';

  test('is taken when the documented ones fit, and their names are noted, never their values', async () => {
    const work = await startWork();
    const { event, id } = await asked(work);
    const more = { 'event.note': secret, [secret]: 1, currency: 'EUR' };
    const told = { ...event, tenant: secret, event: { ...event.event, ...more } };
    expect(await work.paste(JSON.stringify(told))).toEqual({ taken: 1, repeated: 0, quarantined: 0 });
    const names = ['tenant', 'event.event.note', 'event.(unnamed)', 'event.currency'];
    expect(await work.until(id, 'stored')).toMatchObject({ unknownFields: names });
    const filter = { kind: 'statement-event', outcome: null, text: '' } as const;
    const { rows } = await work.call('activity.list', { filter, offset: 0, limit: 10 });
    expect(rows).toMatchObject([{ subject: `pasted, unknown fields: ${formatList(names)}` }]);
    expect(JSON.stringify([rows, await work.list()])).not.toContain('5ec3e7');
  });

  test('is noted with eight names at most, also when it is set aside', async () => {
    const work = await startWork();
    const { event } = await asked(work);
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`field${index}`, index]));
    await work.paste(JSON.stringify({ ...event, ...many, event: { ...event.event, companyId: 'other' } }));
    const [aside] = await quarantine(work);
    expect(aside?.unknownFields).toEqual(Array.from({ length: 8 }, (_, index) => `field${index}`));
  });
});

describe('an event that is wrong', () => {
  const change = (event: StatementEvent, fields: object) => ({
    ...event,
    event: { ...event.event, ...fields },
  });
  test.each<[string, (event: StatementEvent) => unknown, string]>([
    ['not JSON', () => 'no JSON', 'not-json'],
    ['an array', (event) => [event], 'not-understood'],
    ['too large', (event) => ({ ...event, more: 'x'.repeat(70_000) }), 'too-large'],
    ['1 MB', () => 'x'.repeat(1_000_000), 'too-large'],
    ['of another type', (event) => ({ ...event, eventType: 'wallet.closed' }), 'not-understood'],
    ['nested deeper', (event) => ({ ...event, event: { event: event.event } }), 'not-understood'],
    ['deep beyond reason', () => '['.repeat(60_000), 'not-json'],
    ['with a wallet as text', (event) => change(event, { walletId: '1001' }), 'not-understood'],
    ['of a time that is none', (event) => change(event, { dateFrom: 'yesterday' }), 'not-understood'],
    ['of another company', (event) => change(event, { companyId: 'other' }), 'other-company'],
    ['of a wallet nobody asked for', (event) => change(event, { walletId: 1002 }), 'unknown-wallet'],
    ['of the future', (event) => change(event, { dateTill: '2099-01-31T23:59:59.999Z' }), 'other-period'],
    ['of the past', (event) => change(event, { dateFrom: '1999-01-01T00:00:00.000Z' }), 'other-period'],
    ['with a file', (event) => change(event, { url: 'file:///etc/passwd' }), 'link-unusable'],
    ['with data', (event) => change(event, { url: 'data:text/csv,a' }), 'link-unusable'],
    ['with a share', (event) => change(event, { url: '\\\\server\\share\\a.csv' }), 'link-unusable'],
    [
      'with a name in it',
      (event) => change(event, { url: 'https://me:x@files.example/a.csv' }),
      'link-unusable',
    ],
    ['with an address', (event) => change(event, { url: 'https://10.0.0.8/a.csv' }), 'link-unusable'],
    ['with an address of six', (event) => change(event, { url: 'https://[::1]/a.csv' }), 'link-unusable'],
    [
      'with an address in disguise',
      (event) => change(event, { url: 'https://0x7f000001/a.csv' }),
      'link-unusable',
    ],
    ['without TLS', (event) => change(event, { url: 'http://files.example/a.csv' }), 'link-unusable'],
    ['on another host', (event) => change(event, { url: 'https://files.example/a.csv' }), 'host-unknown'],
    [
      'that has ended',
      (event) =>
        change(event, {
          url: `${event.event.url.split('?')[0]}?X-Amz-Date=20200101T000000Z&X-Amz-Expires=60`,
        }),
      'link-expired',
    ],
  ])('%s is set aside with its reason, and nothing is fetched', async (_, spoil, reason) => {
    const work = await startWork();
    const { event } = await asked(work);
    const spoiled = spoil(event);
    const taken = await work.paste(typeof spoiled === 'string' ? spoiled : JSON.stringify(spoiled));
    expect(taken).toEqual({ taken: 0, repeated: 0, quarantined: 1 });
    expect(await quarantine(work)).toMatchObject([{ reason, source: 'pasted' }]);
    // What fits but for its link is known to be about the statement.
    const isItsOwn = ['link-unusable', 'host-unknown', 'link-expired'].includes(reason);
    expect(await work.list()).toMatchObject([{ state: isItsOwn ? 'quarantined' : 'waiting' }]);
    expect(work.simulator.calls().filter(({ route }) => route === 'statementDownload')).toEqual([]);
  });

  test('that was seen before is known, whatever it says and wherever it leads now', async () => {
    const work = await startWork();
    const { event, id } = await asked(work);
    await work.paste(event);
    await work.until(id, 'stored');
    const fetched = () => work.simulator.calls().filter(({ route }) => route === 'statementDownload').length;
    for (const fields of [{ url: 'https://files.example/other.csv' }, { walletId: 1002 }, {}]) {
      expect(await work.paste(change(event, fields))).toEqual({ taken: 0, repeated: 1, quarantined: 0 });
    }
    expect(fetched()).toBe(1);
    expect(await work.list()).toMatchObject([{ id, state: 'stored' }]);
  });

  test('of the far future or past in what it says of itself changes nothing of the period it is for', async () => {
    const work = await startWork();
    const { event, id } = await asked(work);
    const createdAt = '2999-01-01T00:00:00.000Z';
    const old = '1970-01-01T00:00:00.000Z';
    await work.paste({ ...change(event, { createdAt: old }), createdAt });
    expect(await work.until(id, 'stored')).toMatchObject({ since: '2026-01-01', till: '2026-01-31' });
  });

  test.each([
    ['beyond any date', '9000000000000'],
    ['in a part of a second', '0.0001'],
  ])(
    'because its link ends %s is set aside, and neither it nor its page keeps others away',
    async (_, span) => {
      const work = await startWork();
      const { event, id } = await asked(work);
      const url = `https://files.example/a.csv?X-Amz-Date=20261121T120000Z&X-Amz-Expires=${span}`;
      const folder = join(work.folder, 'events');
      await mkdir(folder);
      const spoiled = { ...change(event, { url }), eventId: 'spoiled' };
      await writeFile(join(folder, 'a.json'), JSON.stringify(spoiled));
      await writeFile(join(folder, 'b.json'), JSON.stringify(event));
      work.platform.answers.folder = [folder];
      await work.call('statements.chooseFolder', {});
      await work.until(id, 'stored');
      expect(await quarantine(work)).toMatchObject([{ reason: 'host-unknown', expiresAt: null }]);
      expect(work.unexpected()).toEqual([]);
    },
  );

  test('does not keep the others that were dropped with it from being taken', async () => {
    const work = await startWork();
    const { event, id } = await asked(work);
    const paths = ['gone.json', 'bad.json', 'pipe.json', 'good.json'].map((name) => join(work.folder, name));
    execFileSync('mkfifo', [paths[2] ?? '']);
    await writeFile(paths[1] ?? '', '{');
    await writeFile(paths[3] ?? '', JSON.stringify(event));
    const references = work.testApp.references(paths);
    expect(await errorOf(work.call('statements.dropEvents', { references }))).toMatchObject({
      code: 'file-unreadable',
    });
    await work.until(id, 'stored');
    expect(await quarantine(work)).toMatchObject([{ reason: 'not-json', source: 'dropped' }]);
  });

  test('is taken when the clerk says so, and its host is remembered', async () => {
    const work = await startWork({ trustStorage: false });
    const { event, id } = await asked(work);
    await work.paste(event);
    const [aside] = await quarantine(work);
    expect(aside).toMatchObject({ reason: 'host-unknown', host: new URL(event.event.url).host, held: true });
    await work.call('statements.decide', { id: aside?.id ?? 0, decision: 'take' });
    await work.until(id, 'stored');
    const next = await asked(work, 1002);
    await work.paste(next.event);
    await work.until(next.id, 'stored');
    expect(await quarantine(work)).toEqual([]);
  });

  test('that nobody asked for becomes a statement when the clerk takes it', async () => {
    const work = await startWork();
    const { event, id } = await asked(work);
    await work.paste({ ...event, event: { ...event.event, dateTill: '2026-01-30T23:59:59.999Z' } });
    const [aside] = await quarantine(work);
    await work.call('statements.decide', { id: aside?.id ?? 0, decision: 'take' });
    const added = (await work.list()).find((statement) => statement.id !== id);
    expect(await work.until(added?.id ?? 0, 'stored')).toMatchObject({ till: '2026-01-30' });
    expect(await work.call('statements.get', { id })).toMatchObject({ state: 'waiting' });
  });

  test('is told with the statement that it is for, until it is discarded', async () => {
    const work = await startWork({ trustStorage: false });
    const { event, id } = await asked(work);
    await asked(work, 1002);
    await work.paste(event);
    const shown = async (state: 'quarantined' | 'waiting') =>
      (await work.call('statements.list', { state, offset: 0, limit: 10 })).rows.map(
        ({ wallet }) => wallet.id,
      );
    const counts = (number: number) =>
      work.testApp.until('statements', (value) => (value.counts.quarantined ?? 0) === number);
    expect([await shown('quarantined'), await shown('waiting')]).toEqual([[1001], [1002]]);
    expect((await counts(1)).counts).toEqual({ quarantined: 1, waiting: 1 });
    await work.restart();
    expect(await work.call('statements.get', { id })).toMatchObject({ state: 'quarantined' });
    expect(await work.paste(event)).toMatchObject({ quarantined: 1 });
    const [aside] = await quarantine(work);
    await work.call('statements.decide', { id: aside?.id ?? 0, decision: 'discard' });
    expect([await shown('quarantined'), await shown('waiting')]).toEqual([[], [1002, 1001]]);
    expect((await counts(0)).counts).toEqual({ waiting: 2 });
  });

  test('can be discarded, and does not come back', async () => {
    const work = await startWork({ trustStorage: false });
    const { event } = await asked(work);
    await work.paste(event);
    const [aside] = await quarantine(work);
    await work.call('statements.decide', { id: aside?.id ?? 0, decision: 'discard' });
    expect(await quarantine(work)).toEqual([]);
    expect(await work.paste(event)).toMatchObject({ repeated: 1 });
    expect(
      await errorOf(work.call('statements.decide', { id: aside?.id ?? 0, decision: 'take' })),
    ).toMatchObject({
      code: 'link-lost',
    });
  });
});

describe('a watched folder', () => {
  test('gives its events; what was used and what cannot be read leave it', async () => {
    const work = await startWork();
    const { event, id } = await asked(work);
    const folder = join(work.folder, 'events');
    await mkdir(folder);
    await writeFile(join(folder, 'one.json'), JSON.stringify(event));
    await writeFile(join(folder, 'bad.json'), '{"eventId": 1');
    await writeFile(join(folder, 'notes.txt'), 'not ours');
    await writeFile(join(work.folder, 'outside.json'), JSON.stringify(event));
    await symlink(join(work.folder, 'outside.json'), join(folder, 'link.json'));
    work.platform.answers.folder = [folder];
    expect(await work.call('statements.chooseFolder', {})).toEqual({ folder });
    await work.until(id, 'stored');
    await eventually(async () =>
      expect((await readdir(folder)).sort()).toEqual(['link.json', 'notes.txt', 'processed', 'rejected']),
    );
    expect(await readdir(join(folder, 'processed'))).toEqual(['one.json']);
    expect((await readdir(join(folder, 'rejected'))).sort()).toEqual(['bad.json', 'bad.json.reason.txt']);
    expect(await readFile(join(folder, 'rejected', 'bad.json.reason.txt'), 'utf8')).toMatch(/^Not JSON/);
    expect(work.testApp.topic('statements').inbox).toMatchObject({ folder, folderState: 'watching' });
  });

  test('turns away what is too large, a folder or a pipe, and goes on with the rest', async () => {
    const work = await startWork();
    const { event, id } = await asked(work);
    const folder = join(work.folder, 'events');
    await mkdir(join(folder, 'a.json'), { recursive: true });
    execFileSync('mkfifo', [join(folder, 'b.json')]);
    await writeFile(join(folder, 'c.json'), Buffer.alloc(1_000_000, ' '));
    await writeFile(join(folder, 'd.json'), JSON.stringify({ ...event, createdAt: 1 }));
    await writeFile(join(folder, 'e.json'), JSON.stringify(event));
    work.platform.answers.folder = [folder];
    await work.call('statements.chooseFolder', {});
    await work.until(id, 'stored');
    await eventually(async () =>
      expect(new Set(await readdir(folder))).toEqual(new Set(['a.json', 'b.json', 'processed', 'rejected'])),
    );
    const reasons = (await quarantine(work)).map(({ reason, detail }) => `${reason} ${detail}`.trim());
    expect(new Set(reasons)).toEqual(new Set(['too-large', 'not-understood createdAt']));
    expect(await readFile(join(folder, 'rejected', 'c.json.reason.txt'), 'utf8')).toMatch(/64/);
  });

  test('with a link in the place of a folder in it says so, and takes its events all the same', async () => {
    const work = await startWork();
    const { event, id } = await asked(work);
    const [folder, outside] = [join(work.folder, 'events'), join(work.folder, 'outside')];
    await mkdir(folder);
    await mkdir(outside);
    await symlink(outside, join(folder, 'processed'));
    await writeFile(join(folder, 'one.json'), JSON.stringify(event));
    work.platform.answers.folder = [folder];
    await work.call('statements.chooseFolder', {});
    await work.until(id, 'stored');
    await work.testApp.until('statements', ({ inbox }) => inbox.folderState === 'linked');
    expect(work.testApp.topic('statements').inbox).toMatchObject({
      folder,
      folderLink: join(folder, 'processed'),
    });
    expect(await readdir(outside)).toEqual([]);
    expect((await readdir(folder)).toSorted()).toEqual(['one.json', 'processed']);
  });

  test('gives the file of the oldest event that is set aside to rejected when there are too many', async () => {
    const work = await startWork();
    const { event } = await asked(work);
    const folder = join(work.folder, 'events');
    await mkdir(folder);
    const other = (companyId: string) => ({
      ...event,
      eventId: `of-${companyId}`,
      event: { ...event.event, companyId },
    });
    await writeFile(join(folder, 'oldest.json'), JSON.stringify(other('one')));
    work.platform.answers.folder = [folder];
    await work.call('statements.chooseFolder', {});
    await work.testApp.until('statements', ({ quarantined }) => quarantined === 1);
    const database = new DatabaseSync(join(work.testApp.dataFolder, 'paydesk.db'), { timeout: 10_000 });
    database.exec(`
      WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${maxQuarantined - 1})
      INSERT INTO statement_event (profile_id, seen_at, came_by, state, reason)
      SELECT profile_id, seen_at, came_by, state, reason FROM statement_event, number WHERE state = 'quarantined'`);
    database.close();
    await work.paste(other('two'));
    const { quarantined } = await work.testApp.until(
      'statements',
      ({ removedEvents }) => removedEvents === 1,
    );
    expect(quarantined).toBe(maxQuarantined);
    await eventually(async () => expect(await readdir(folder)).toEqual(['rejected']));
    const kept = await readFile(join(folder, 'rejected', 'oldest.json'), 'utf8');
    expect(JSON.parse(kept)).toMatchObject({ event: { url: new URL(event.event.url).hostname } });
    expect(await readFile(join(folder, 'rejected', 'oldest.json.reason.txt'), 'utf8')).toMatch(/^Too many/);
  });

  test('that is chosen through a link is the folder itself, whatever the link leads to later', async () => {
    const work = await startWork();
    const [folder, link] = [join(work.folder, 'events'), join(work.folder, 'link')];
    await mkdir(folder);
    await symlink(folder, link);
    work.platform.answers.folder = [link];
    expect(await work.call('statements.chooseFolder', {})).toEqual({ folder });
  });

  test('that got an event while Paydesk was closed for two days says that its link has ended', async () => {
    let later = 0;
    const work = await startWork({ clock: { ...systemClock, now: () => systemClock.now() + later } });
    const { event, id } = await asked(work);
    const folder = join(work.folder, 'events');
    await mkdir(folder);
    work.platform.answers.folder = [folder];
    await work.call('statements.chooseFolder', {});
    await work.restart(async () => {
      await writeFile(join(folder, 'one.json'), JSON.stringify(event));
      later = 2 * 86_400_000;
    });
    await eventually(async () =>
      expect(await quarantine(work)).toMatchObject([{ reason: 'link-expired', walletId: 1001, held: false }]),
    );
    expect(await work.call('statements.get', { id })).toMatchObject({ state: 'quarantined' });
    expect(work.simulator.calls().filter(({ route }) => route === 'statementDownload')).toEqual([]);
    // Nobody but the clerk asks again.
    expect(work.simulator.state.statementRequests).toHaveLength(1);
    const { results } = await work.call('statements.requestAgain', { ids: [id] });
    expect(results).toMatchObject([{ outcome: 'accepted' }]);
    expect(work.simulator.state.statementRequests).toHaveLength(2);
  });

  /** Files of one event, taken by the folder, whose statement cannot be fetched yet. */
  async function notFetched(files: readonly string[]) {
    const work = await startWork();
    const { event, id } = await asked(work);
    const folder = join(work.folder, 'events');
    await mkdir(folder);
    for (const file of files) await writeFile(join(folder, file), JSON.stringify(event));
    work.simulator.faults.set('statementDownload', { kind: 'status', status: 503 });
    work.platform.answers.folder = [folder];
    await work.call('statements.chooseFolder', {});
    await eventually(async () => expect((await work.until(id, 'ready')).problem).not.toBeNull());
    return { work, id, folder };
  }

  /** How often an event came in, whatever became of it. */
  const timesTaken = async (work: Work) => {
    const filter = { kind: 'statement-event', outcome: null, text: '' } as const;
    return (await work.call('activity.list', { filter, offset: 0, limit: 10 })).total;
  };

  test('brings a statement whose download was cut off by the end of the program', async () => {
    const { work, id, folder } = await notFetched(['one.json']);
    expect(await readdir(folder)).toEqual(['one.json']);
    work.simulator.faults.clear();
    await work.restart();
    await work.until(id, 'stored');
    await eventually(async () => expect(await readdir(join(folder, 'processed'))).toEqual(['one.json']));
  });

  test('brings it although the clerk signed out and in before the end of the program', async () => {
    const { work, id, folder } = await notFetched(['one.json']);
    await work.call('session.signOut', { forgetKey: false });
    const { apiKey } = work.simulator.credentials;
    await work.call('session.signIn', { profileId: 'test-profile', apiKey, keep: 'session' });
    await eventually(async () => expect(await timesTaken(work)).toBe(2));
    await work.restart(async () => {
      expect(await readdir(folder)).toEqual(['one.json']);
      work.simulator.faults.clear();
    });
    await work.until(id, 'stored');
    await eventually(async () => expect(await readdir(join(folder, 'processed'))).toEqual(['one.json']));
  });

  test('keeps each file of one event until its statement is here', async () => {
    const { work, id, folder } = await notFetched(['one.json', 'two.json']);
    await eventually(async () => expect(await timesTaken(work)).toBe(2));
    expect((await readdir(folder)).sort()).toEqual(['one.json', 'two.json']);
    work.simulator.faults.clear();
    await work.call('statements.download', { id });
    await work.until(id, 'stored');
    const processed = join(folder, 'processed');
    await eventually(async () => expect((await readdir(processed)).sort()).toEqual(['one.json', 'two.json']));
  });
});

describe('the listener', () => {
  async function open(work: Work) {
    await work.call('statements.setListener', { on: true });
    const { inbox } = await work.testApp.until('statements', ({ inbox: shown }) => shown.listener !== null);
    return new URL(inbox.listener ?? '');
  }
  const post = (url: URL | string, body: string, headers: Record<string, string> = {}) =>
    fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });

  test('takes an event, and only on its own secret path', async () => {
    const work = await startWork();
    const { event, id } = await asked(work);
    const address = await open(work);
    expect(address.hostname).toBe('127.0.0.1');
    expect((await post(new URL('/', address), JSON.stringify(event))).status).toBe(404);
    expect((await post(address, JSON.stringify(event))).status).toBe(202);
    expect(await work.until(id, 'stored')).toMatchObject({ source: 'listener' });
  });

  test('has an address that is copied as a secret', async () => {
    const work = await startWork();
    expect(await work.call('statements.copyListener', {})).toEqual({ copied: false });
    const address = await open(work);
    expect(await work.call('statements.copyListener', {})).toEqual({ copied: true });
    expect(work.platform.seen.secrets).toEqual([address.href]);
    expect(work.platform.seen.copied).toEqual([]);
  });

  test('turns away what is no event of the company', async () => {
    const work = await startWork();
    const address = await open(work);
    expect((await fetch(address)).status).toBe(405);
    expect((await post(address, '{}', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await post(address, '{}', { origin: 'https://pages.example' })).status).toBe(403);
    expect((await post(address.href.replace('127.0.0.1', 'localhost'), '{}')).status).toBe(403);
    expect((await post(address, `"${'x'.repeat(70_000)}"`)).status).toBe(413);
    expect((await post(address, '{}')).status).toBe(400);
  });

  test('closes when it is switched off, and lets nobody in too often', async () => {
    const work = await startWork();
    const address = await open(work);
    const statuses: number[] = [];
    for (let count = 0; count < 1_005; count += 1) statuses.push((await fetch(address)).status);
    // The events of a month's end come within one minute.
    expect(statuses.slice(0, 900).every((status) => status === 405)).toBe(true);
    expect(statuses.at(-1)).toBe(429);
    await work.call('statements.setListener', { on: false });
    await expect(fetch(address)).rejects.toThrow();
  });
});
