import { describe, expect, test } from 'vitest';
import type { Fault } from '../../../src/main/simulator/faults.ts';
import { eventually } from '../../fakes/eventually.ts';
import { eventsOf, startWork, type Work } from './work.ts';

async function fetchWith(work: Work, ...faults: Fault[]): Promise<number> {
  await work.ask([1001]);
  const id = (await work.list())[0]?.id ?? 0;
  work.simulator.faults.set('statementDownload', ...faults);
  const [event] = eventsOf(work.simulator, 1001);
  if (event !== undefined) await work.paste(event);
  return id;
}

/** Another place on this computer. */
const away = { location: 'http://127.0.0.1:9/statement.csv' };

const downloads = (work: Work) => work.simulator.calls().filter(({ route }) => route === 'statementDownload');

describe('a download', () => {
  test.each<[string, Fault]>([
    ['a storage that has a problem', { kind: 'status', status: 500, times: 1 }],
    ['a connection that is cut', { kind: 'reset', at: 'headers', times: 1 }],
    ['an answer that breaks off', { kind: 'reset-in-answer', times: 1 }],
    ['fewer bytes than announced', { kind: 'short-body', times: 1 }],
    ['a web page', { kind: 'html', times: 1 }],
    ['nothing at all', { kind: 'empty-body', times: 1 }],
  ])('is tried again after %s, and is whole in the end', async (_, fault) => {
    const work = await startWork();
    const id = await fetchWith(work, fault);
    await work.until(id, 'ready', 'stored');
    await eventually(async () => {
      await work.call('statements.download', { id }).catch(() => undefined);
      expect((await work.call('statements.get', { id })).state).toBe('stored');
    });
    expect(work.simulator.violations()).toEqual([]);
  });

  test.each<[string, Fault, string]>([
    ['a link that ended', { kind: 'expired-link' }, 'statement-link-ended'],
    ['a file that is not there', { kind: 'status', status: 404 }, 'statement-gone'],
  ])('is not tried again after %s: it is to be asked for again', async (_, fault, code) => {
    const work = await startWork();
    const id = await fetchWith(work, fault);
    expect(await work.until(id, 'expired')).toMatchObject({ problem: { code } });
    expect(downloads(work)).toHaveLength(1);
    work.simulator.faults.clear();
    await work.call('statements.requestAgain', { ids: [id] });
    const next = eventsOf(work.simulator, 1001).at(-1);
    if (next !== undefined) await work.paste(next);
    await eventually(async () =>
      expect((await work.list()).some(({ state }) => state === 'stored')).toBe(true),
    );
  });

  test('does not follow a redirect', async () => {
    const work = await startWork();
    const headers = { location: `${work.simulator.hosts.auth}/users/login` };
    const id = await fetchWith(work, { kind: 'status', status: 302, headers });
    expect((await work.until(id, 'ready', 'expired')).problem).toMatchObject({ code: 'download-damaged' });
    expect(work.simulator.calls().every(({ route }) => route !== null)).toBe(true);
  });

  test.each<[string, Fault, string]>([
    ['a web page', { kind: 'html' }, 'download-damaged'],
    ['nothing at all', { kind: 'empty-body' }, 'download-damaged'],
    ['another place on this computer', { kind: 'status', status: 302, headers: away }, 'download-damaged'],
  ])('that gives %s each time is left to the clerk, with nothing kept', async (_, fault, code) => {
    const work = await startWork();
    const id = await fetchWith(work, fault);
    await eventually(async () => {
      await work.call('statements.download', { id }).catch(() => undefined);
      expect(await work.call('statements.get', { id })).toMatchObject({
        state: 'expired',
        problem: { code },
      });
    });
    expect((await work.call('statements.get', { id })).sha256).toBeNull();
    expect(work.simulator.calls().every(({ route }) => route !== null)).toBe(true);
  });

  test('of a body without end that announces too much is refused with words', async () => {
    const work = await startWork();
    const id = await fetchWith(work, { kind: 'huge-body', bytes: 10_000_000_000, declared: true });
    expect((await work.until(id, 'expired')).problem).toMatchObject({ code: 'answer-too-large' });
  });

  test('that the end of the program cut off says that its link is gone, and a second event brings it', async () => {
    const work = await startWork();
    const id = await fetchWith(work, { kind: 'hang' });
    await work.until(id, 'downloading');
    // Neither the lock nor an update may come in between.
    expect(work.testApp.app.isBusy()).toBe(true);
    work.simulator.faults.clear();
    await work.restart();
    expect(await work.until(id, 'expired')).toMatchObject({ problem: { code: 'link-lost' } });
    const [event] = eventsOf(work.simulator, 1001);
    if (event !== undefined) await work.paste(event);
    await work.until(id, 'stored');
  });
});
