import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect } from 'vitest';
import type { Statement } from '../../../../src/shared/model/statements/statements.ts';
import { eventually } from '../../../fakes/eventually.ts';
import type { Fault } from '../../../practice/faults.ts';
import { createMovingClock } from '../documents/moving-clock.ts';
import { createSharedTest, openStatementsFixture, type StatementsFixture } from './statements-fixture.ts';

const lines = Array.from({ length: 4_000 }, (_, index) => `2026-01-15,R${index},${index}.00`);
const statementFile = Buffer.from(`Date,Reference,Amount\n${lines.join('\n')}\n`);
const csvHeaders = { 'content-type': 'text/csv' };

type Respond = (request: IncomingMessage, response: ServerResponse, requestNumber: number) => unknown;

const clock = createMovingClock();

/** A storage host beside that of the company, and the requests that it received in a test. */
const storage = { base: '', requests: [] as IncomingMessage[], respond: (() => undefined) as Respond };

const test = createSharedTest(async () => {
  const server = createServer((request, response) => {
    storage.requests.push(request);
    storage.respond(request, response, storage.requests.length);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  storage.base = `http://127.0.0.1:${port}`;
  const profile = { storageHosts: [`127.0.0.1:${port}`] };
  const fixture = await openStatementsFixture({ clock, profile, hasKeychain: true });
  const { close } = fixture;
  return Object.assign(fixture, {
    async close() {
      await close();
      server.closeAllConnections();
      server.close();
    },
  });
});

/** Requests a statement whose event links to the storage, which responds with a function; returns its ID. */
async function downloadFrom(fixture: StatementsFixture, walletId: number, respond: Respond): Promise<number> {
  Object.assign(storage, { requests: [], respond });
  const { event, id } = await fixture.requestStatement(walletId);
  const url = `${storage.base}/statements/${walletId}.csv?signature=s1`;
  const changedEvent = { ...event, event: { ...event.event, url } };
  expect(await fixture.pasteEvent(changedEvent)).toMatchObject({ taken: 1 });
  return id;
}

/** Requests a statement whose download has faults; returns its ID. */
async function downloadWithFaults(fixture: StatementsFixture, walletId: number, ...faults: Fault[]) {
  const { event, id } = await fixture.requestStatement(walletId);
  fixture.simulator.faults.set('statementDownload', ...faults);
  await fixture.pasteEvent(event);
  return id;
}

/** Waits until the statement is stored or expired; the delays between automatic attempts are skipped. */
function downloadUntilEnd(fixture: StatementsFixture, id: number): Promise<Statement> {
  return eventually(async () => {
    const statement = await fixture.call('statements.get', { id });
    if (statement.state === 'ready') clock.skip(60_000);
    expect(['stored', 'expired']).toContain(statement.state);
    return statement;
  });
}

/** Returns the names of the files of the library. A file gets its name after its statement is recorded as stored. */
const listSealedFiles = ({ testApp }: StatementsFixture) =>
  eventually(() => {
    const names = readdirSync(testApp.dataFolder, { recursive: true, encoding: 'utf8' });
    expect(names.filter((name) => /files.[^.]+\.part$/.test(name))).toEqual([]);
    return names.filter((name) => /files.[^.]+\.sealed$/.test(name));
  });

const complete = (_: IncomingMessage, response: ServerResponse) =>
  response.writeHead(200, csvHeaders).end(statementFile);

test('three statements are downloaded at a time, whose links expire first', async ({ fixture }) => {
  const pending: (() => void)[] = [];
  const downloaded: number[] = [];
  const respond: Respond = ({ url = '' }, response) => {
    downloaded.push(Number(/\d{4}/.exec(url)?.[0]));
    pending.push(() => void response.writeHead(200, csvHeaders).end('Date,Amount\n'));
  };
  Object.assign(storage, { requests: [], respond });
  const initialWalletIds = [1001, 1002, 1003];
  /** Minutes until the link of a wallet's statement expires; `null` for a link that does not expire. */
  const minutesLeft = new Map([
    ...initialWalletIds.map((walletId) => [walletId, 60] as const),
    ...([
      [1004, 50],
      [1005, null],
      [1006, 20],
      [1007, 90],
      [1008, 10],
    ] as const),
  ]);
  const period = { since: '2025-01-01', till: '2025-01-31' };
  await fixture.request([...minutesLeft.keys()], { periods: [period] });
  const requested = (await fixture.list()).filter(({ since }) => since === period.since);
  for (const [walletId, minutes] of minutesLeft) {
    const event = fixture.eventsOf(walletId).at(-1);
    const expires = minutes === null ? '' : `?Expires=${Math.round(clock.now() / 1000) + minutes * 60}`;
    const url = `${storage.base}/${walletId}.csv${expires}`;
    await fixture.pasteEvent({ ...event, event: { ...event?.event, url } });
    if (walletId === 1003) await eventually(() => expect(downloaded).toHaveLength(3));
  }
  // At most three downloads are in progress, however many wait.
  expect(downloaded.toSorted((one, two) => one - two)).toEqual(initialWalletIds);
  const expectedOrder = [1008, 1006, 1004, 1007, 1005];
  for (const [index, walletId] of expectedOrder.entries()) {
    pending.shift()?.();
    await eventually(() => expect(downloaded).toHaveLength(initialWalletIds.length + index + 1));
    expect(downloaded.at(-1)).toBe(walletId);
  }
  for (const release of pending) release();
  for (const { id } of requested) await fixture.until(id, 'stored');
  expect(downloaded).toHaveLength(initialWalletIds.length + expectedOrder.length);
});

describe('a download', () => {
  test.for<[string, Fault]>([
    ['a server error of the storage', { kind: 'status', status: 500, times: 1 }],
    ['a response that breaks off', { kind: 'reset-in-answer', times: 1 }],
  ])('is retried after %s until it is complete', async ([, fault], { fixture }) => {
    const id = await downloadWithFaults(fixture, 1002, fault);
    expect(await downloadUntilEnd(fixture, id)).toMatchObject({ state: 'stored' });
    expect(fixture.simulator.violations()).toEqual([]);
  });

  test.for<[string, Fault, string]>([
    ['an expired link', { kind: 'expired-link' }, 'statement-link-ended'],
    ['a missing file', { kind: 'status', status: 404 }, 'statement-gone'],
  ])('has to be requested again after %s', async ([, fault, code], { fixture }) => {
    const countDownloads = () =>
      fixture.simulator.calls().filter(({ route }) => route === 'statementDownload').length;
    const count = countDownloads();
    const id = await downloadWithFaults(fixture, 1003, fault);
    expect(await fixture.until(id, 'expired')).toMatchObject({ problem: { code } });
    expect(countDownloads()).toBe(count + 1);
    fixture.simulator.faults.clear();
    await fixture.call('statements.retry', { action: 'request', ids: [id] });
    await fixture.pasteEvent(fixture.eventsOf(1003).at(-1) ?? {});
    const newest = Math.max(...(await fixture.list()).map((statement) => statement.id));
    await fixture.until(newest, 'stored');
  });
});

test('a download that quitting interrupts leaves no file until a second event', async ({ fixture }) => {
  const files = await listSealedFiles(fixture);
  let isSending = true;
  const id = await downloadFrom(fixture, 1011, (_, response) => {
    response.once('close', () => {
      isSending = false;
    });
    response.writeHead(200, csvHeaders);
    const writeMore = () => {
      while (isSending && response.write(statementFile));
      if (isSending) response.once('drain', writeMore);
    };
    writeMore();
  });
  await eventually(async () => {
    const { progress } = await fixture.call('statements.get', { id });
    expect(progress?.part).toBeGreaterThan(5_000_000);
    expect(progress?.whole).toBeNull();
  });
  // Neither the lock nor an update interrupts Paydesk while it is busy.
  expect(fixture.testApp.app.isBusy()).toBe(true);
  await fixture.restart();
  expect(isSending).toBe(false);
  expect(await listSealedFiles(fixture)).toEqual(files);
  expect(await fixture.until(id, 'expired')).toMatchObject({ problem: { code: 'link-lost' } });
  await fixture.pasteEvent(fixture.eventsOf(1011).at(-1) ?? {});
  await fixture.until(id, 'stored');
});

test('a file that arrives after a switch is recorded for its own profile', async ({ fixture }) => {
  const pendingAnswers: (() => void)[] = [];
  await downloadFrom(fixture, 1012, (request, response) => {
    pendingAnswers.push(() => void complete(request, response));
  });
  await eventually(() => expect(pendingAnswers).toHaveLength(1));
  await fixture.switchToPractice();
  for (const answer of pendingAnswers) answer();
  const filter = { kind: 'statement-download', outcome: 'done', text: ': 1012' } as const;
  await eventually(async () => {
    const { rows } = await fixture.call('activity.list', { filter, offset: 0, limit: 10 });
    expect(rows).toMatchObject([
      {
        profile: 'Nordlicht Maschinenbau GmbH',
        subject: expect.stringMatching(/^2026-01-01 to 2026-01-31: 1012 \(\d+\)$/),
      },
    ]);
  });
  await fixture.call('session.signOut', { forgetKey: false });
  await fixture.signIn();
});
