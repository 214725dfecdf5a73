/** @file Storages that answer with something else than the statement: what is asked again, when, and of which host. */
import { expect, onTestFinished, test } from 'vitest';
import { createDownloadQueue } from '../../../../src/main/features/statements/download/queue.ts';
import { HostBackoff } from '../../../../src/main/service/http/host-backoff.ts';
import { Secret } from '../../../../src/main/service/secret.ts';
import { createDiskSpace } from '../../../../src/main/storage/disk-space.ts';
import type { PaydeskError } from '../../../../src/shared/errors.ts';
import { createFakeClock } from '../../../fakes/clock.ts';
import { identifierOf } from '../../../fakes/library-store.ts';
import { scriptStream } from '../../service/http/scripted-stream.ts';
import { openTables, profile, profileId } from '../documents/tables.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** The clock of the computer is wrong: links expire by the service's. */
const clockErrorMs = 9 * dayMs;

/** A queue over a database. The storage serves a file where `isHealthy` says so, and a web page everywhere else. */
function openQueue(isHealthy: (path: string) => boolean) {
  const { database, run, readColumn } = openTables();
  const clock = createFakeClock();
  const hostBackoff = new HostBackoff(clock);
  const startedAt = clock.monotonic();
  const attempts: { readonly path: string; readonly at: number }[] = [];
  const ended: (PaydeskError | null)[] = [];
  let stored = 0;
  const queue = createDownloadQueue({
    store: { run: async (procedure, args) => run(procedure, args), close: async () => undefined },
    clock: { ...clock, now: () => clock.now() - clockErrorMs },
    serviceClock: clock,
    http: {
      ...scriptStream().http,
      stream(request) {
        const { pathname } = request.url;
        attempts.push({ path: pathname, at: clock.monotonic() - startedAt });
        const type = isHealthy(pathname) ? 'text/csv' : 'text/html';
        const headers = { 'content-type': type, 'content-length': '2' };
        return scriptStream({ headers, pieces: ['a\n'] }).http.stream(request);
      },
    },
    hostBackoff,
    diskSpace: createDiskSpace({ clock, readFreeBytes: async () => 1e9, onChange: () => undefined }),
    statementFiles: {
      async put(_about, pieces, save) {
        for await (const _ of pieces);
        stored += 1;
        const item = { id: identifierOf(stored), kind: 'statement' } as const;
        const facts = { size: 2, sha256: 'a', header: 'b', sealedAt: 0, about: null };
        await save({ ...item, libraryId: 'library', sealed: Buffer.from('facts') }, { ...item, ...facts });
      },
    },
    onChange: () => undefined,
    onEnd: (_id, _profileId, error) => void ended.push(error),
    onRecord: () => undefined,
    onUnexpected: (thrown) => expect.unreachable(String(thrown)),
  });
  onTestFinished(() => queue.stop());

  /** Adds a statement whose link ends after `validMs`; returns its ID. */
  function add(path: string, validMs: number): number {
    const { lastId: requestId } = database.run(
      `INSERT INTO statement_request (profile_id, company_id, asked_at, since, till, format, email)
       VALUES ($profileId, 'c', 0, '2026-01-01', '2026-01-31', 'csv', '')`,
      { profileId },
    );
    const { lastId: statementId } = database.run(
      `INSERT INTO statement (request_id, profile_id, company_id, wallet_id, since, till, format, state, changed_at)
       VALUES ($requestId, $profileId, 'c', 7, '2026-01-01', '2026-01-31', 'csv', 'ready', 0)`,
      { requestId, profileId },
    );
    const link = new Secret('statement-link', `https://files.example/${path}`);
    queue.add({ statementId, profile, link, expiresAt: clock.now() + validMs });
    return statementId;
  }
  const stateOf = (id: number) => readColumn('statement', id, 'state');
  const changedAt = (id: number) => readColumn('statement', id, 'changed_at');
  return { clock, hostBackoff, queue, attempts, ended, add, stateOf, changedAt };
}

test('a link is used until shortly before its end, less and less often, and only then given up', async () => {
  const { clock, attempts, ended, add, stateOf, changedAt } = openQueue(() => false);
  const id = add('a', dayMs);
  await clock.advance(dayMs - 1);
  expect([stateOf(id), changedAt(id)]).toEqual(['ready', 0]);
  const times = attempts.map(({ at }) => at);
  expect(times.slice(0, 9)).toEqual([0, 3, 9, 21, 45, 93, 189, 381, 681].map((second) => second * 1_000));
  expect(times.at(-1)).toBe(dayMs - minuteMs);
  expect(times.length).toBeLessThan(300);
  await clock.advance(1);
  expect(stateOf(id)).toBe('expired');
  expect(attempts).toHaveLength(times.length);
  expect(ended).toMatchObject([
    { code: 'statement-link-ended', details: { host: 'files.example', problem: 'web-page' } },
  ]);
});

test('a host that serves no statement at all is asked rarely, and everything follows as soon as it does', async () => {
  let isHealthy = false;
  const { clock, hostBackoff, queue, attempts, add, stateOf } = openQueue(() => isHealthy);
  const ids = Array.from({ length: 200 }, (_, index) => add(`a${index}`, dayMs));
  await clock.advance(10 * minuteMs);
  expect(attempts.length).toBeLessThan(30);
  const count = attempts.length;
  // Documents and proofs of the host go on.
  expect(hostBackoff.findPausedHost(['files.example'])).toBeNull();
  isHealthy = true;
  // *Try again now* of one statement ends the pause of the host for all.
  expect(queue.prioritize(ids[150] ?? 0)).toBe(true);
  await clock.advance(minuteMs);
  expect(attempts[count]?.path).toBe('/a150');
  await clock.advance(10 * minuteMs);
  expect(new Set(ids.map(stateOf))).toEqual(new Set(['stored']));
});

test('files that stay damaged do not delay the others of their host', async () => {
  const { clock, add, stateOf } = openQueue((path) => !path.startsWith('/bad'));
  for (const path of ['bad1', 'bad2', 'bad3', 'bad4']) add(path, dayMs);
  await clock.advance(60 * minuteMs);
  const later = Array.from({ length: 20 }, (_, index) => add(`a${index}`, 2 * dayMs));
  await clock.advance(minuteMs);
  expect(later.map(stateOf)).toEqual(Array(20).fill('stored'));
  add('bad5', dayMs);
  await clock.advance(1_000);
  const last = add('b', dayMs);
  await clock.advance(1_000);
  expect(stateOf(last)).toBe('stored');
});

test('links that expire first but keep failing do not delay the others of their host', async () => {
  const { clock, add, stateOf } = openQueue((path) => !path.startsWith('/bad'));
  for (let index = 0; index < 12; index += 1) add(`bad${index}`, 60 * minuteMs);
  const others = Array.from({ length: 20 }, (_, index) => add(`a${index}`, dayMs));
  await clock.advance(minuteMs);
  expect(others.map(stateOf)).toEqual(Array(20).fill('stored'));
});
