import { appendFile, mkdtemp, readFile, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Simulator, startSimulator } from '../../practice/simulator.ts';
import { clientOf, linkFor, open, put, signIn, store } from './support.ts';

async function journalPath(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'paydesk-practice-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'inside', 'practice.jsonl');
}

/** Restarts on the same ports with the same journal. */
async function restart(simulator: Simulator, journal: string): Promise<Simulator> {
  const portOf = (url: string) => Number(new URL(url).port);
  const { auth, beneficiary } = simulator.hosts;
  await simulator.close();
  const ports = { auth: portOf(auth), beneficiary: portOf(beneficiary), storage: portOf(simulator.storage) };
  return open({ journal, ports });
}

/** The simulator's state with its maps as lists, for comparisons with `toEqual`. */
const comparableState = ({ state }: Simulator) => ({
  ...state,
  objects: [...state.objects.entries()],
  recipients: [...state.recipients.entries()],
});

describe('a journal', () => {
  test('restores objects, recipients, requests and counters', async () => {
    const journal = await journalPath();
    const simulator = await open({ journal, recipientUpdate: 'append' });
    const client = await clientOf(simulator);
    const key = await store(simulator, client);
    const url = `${simulator.hosts.beneficiary}/recipients`;
    const body = { name: 'Näme', documentDetails: [{ key, name: 'a.pdf' }] };
    await client.send('POST', url, body);
    await client.send('PUT', `${url}/R-100001`, body);
    const query = 'since=2026-01-01&till=2026-01-31';
    await client.send('POST', `${simulator.hosts.statement}/statement/export?${query}`, {
      walletIds: [1001],
      email: '',
    });
    const stateBefore = comparableState(simulator);
    const restarted = await restart(simulator, journal);
    expect(comparableState(restarted)).toEqual(stateBefore);
    expect(restarted.state).toMatchObject({ logins: 1, tokensIssued: 1, linksIssued: 1 });
    expect(restarted.state.recipients.get('R-100001')?.documents).toHaveLength(2);
  });

  test('contains no API key, token, signature of a link, or document bytes', async () => {
    const journal = await journalPath();
    const simulator = await open({ journal, keepBytes: true });
    const client = await clientOf(simulator);
    const { link } = await linkFor(simulator, client);
    await put(link, 'the-bytes-of-a-document');
    const text = await readFile(journal, 'utf8');
    const signature = new URL(link).searchParams.get('X-Amz-Signature') ?? 'none';
    const secrets = [
      simulator.credentials.apiKey,
      client.headers.authorization.slice(7),
      signature,
      'the-bytes',
    ];
    for (const secret of secrets) expect(text).not.toContain(secret);
    expect(text).toContain('"kind":"stored"');
  });

  test.skipIf(process.platform === 'win32')('is readable only by its owner', async () => {
    const journal = await journalPath();
    await open({ journal });
    expect((await stat(journal)).mode & 0o777).toBe(0o600);
  });

  test.each([
    ['half a line', async (path: string) => appendFile(path, '{"kind":"stored","at":1')],
    ['a long half line', async (path: string) => appendFile(path, '{'.repeat(5000))],
    ['a line of zeros', async (path: string) => appendFile(path, '\0\0\0\0\n')],
    ['a cut last line', async (path: string) => truncate(path, (await stat(path)).size - 5)],
  ])('loses only an incomplete last line (%s)', async (_, damage) => {
    const journal = await journalPath();
    const simulator = await open({ journal });
    const client = await clientOf(simulator);
    const firstKey = await store(simulator, client);
    await signIn(simulator);
    await simulator.close();
    await damage(journal);
    const restarted = await open({ journal });
    expect([...restarted.state.objects.keys()]).toEqual([firstKey]);
    const secondKey = await store(restarted, await clientOf(restarted));
    await restarted.close();
    const restartedTwice = await open({ journal });
    expect([...restartedTwice.state.objects.keys()]).toEqual([firstKey, secondKey]);
  });

  test('is refused and left unchanged when a line before the last is damaged', async () => {
    const journal = await journalPath();
    const simulator = await open({ journal });
    await simulator.close();
    await appendFile(journal, 'nonsense\n{"kind":"login","accepted":true}\n');
    const damagedJournal = await readFile(journal, 'utf8');
    await expect(startSimulator({ journal })).rejects.toThrow('Line 2');
    expect(await readFile(journal, 'utf8')).toBe(damagedJournal);
  });
});
