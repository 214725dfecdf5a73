import { request as sendRequest } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { Fault } from '../../../src/main/simulator/faults.ts';
import { eventually } from '../../fakes/eventually.ts';
import { orFailure, practice, statusOf } from './fault-support.ts';
import { anyText, linkFor, linksFor, login, put } from './support.ts';

describe('faults in the response of an operation', () => {
  test.each<[Fault, number | null]>([
    [{ kind: 'effect-then-status' }, 500],
    [{ kind: 'effect-then-status', status: 504 }, 504],
    [{ kind: 'effect-then-reset' }, null],
    [{ kind: 'reset-in-answer' }, null],
  ])('%o: the bytes are stored although the response is corrupted', async (fault, status) => {
    const { simulator, client } = await practice();
    const { link, key } = await linkFor(simulator, client);
    simulator.faults.set('upload', fault);
    expect(statusOf(await orFailure(put(link)))).toBe(status);
    expect(simulator.state.objects.get(key)?.uploadCount).toBe(1);
  });

  test.each<Fault>([{ kind: 'effect-then-reset' }, { kind: 'effect-then-status' }])(
    '%o: the documents are attached although the response is corrupted',
    async (fault) => {
      const { simulator, client } = await practice({ recipientUpdate: 'append' });
      const { link, key } = await linkFor(simulator, client);
      await put(link);
      simulator.faults.set('updateRecipient', fault);
      const body = { documentDetails: [{ key, name: 'a.pdf' }] };
      await orFailure(client.send('PUT', `${simulator.hosts.beneficiary}/recipients/X`, body));
      expect(simulator.state.recipients.get('X')?.documents).toHaveLength(1);
    },
  );

  test('effect-then-hang: the operation takes effect and the response never arrives', async () => {
    const { simulator, client } = await practice();
    simulator.faults.set('createRecipient', { kind: 'effect-then-hang' });
    const hanging = orFailure(client.send('POST', `${simulator.hosts.beneficiary}/recipients`, {}));
    await eventually(() => expect(simulator.calls().at(-1)?.fault).toBe('effect-then-hang'));
    expect(simulator.state.recipients.size).toBe(1);
    simulator.faults.clear();
    expect(await hanging).toBeInstanceOf(Error);
  });

  test('effect-then-reset: does not change the response to a refused call', async () => {
    const { simulator, client } = await practice();
    simulator.faults.set('proof', { kind: 'effect-then-reset' });
    const url = `${simulator.hosts.legacy}/profile/transaction-history/proof-of-payment/none`;
    expect((await client.get(url)).status).toBe(404);
  });

  test('short-body: sends fewer bytes than promised and closes the connection', async () => {
    const { simulator, send } = await practice();
    simulator.faults.set('wallets', { kind: 'short-body' });
    await expect(send()).rejects.toThrow('aborted');
  });

  test('short-body: sends fewer bytes than promised and stays silent', async () => {
    const { simulator, client, url } = await practice();
    simulator.faults.set('wallets', { kind: 'short-body', ending: 'hang' });
    const { authorization } = client.headers;
    let received = '';
    const ended = new Promise((resolve) => {
      const request = sendRequest(url, { agent: false, headers: { authorization } }, (response) => {
        response.on('data', (chunk: Buffer) => {
          received += chunk.toString();
        });
        response.on('error', resolve);
      });
      request.end();
    });
    await eventually(() => expect(received).toMatch(/^\{"data":.*\]\}$/));
    simulator.faults.clear();
    expect(await ended).toBeInstanceOf(Error);
  });

  test('truncated-json: the response is complete as HTTP and invalid as JSON', async () => {
    const { simulator, send } = await practice();
    simulator.faults.set('wallets', { kind: 'truncated-json' });
    const reply = await send();
    expect(reply.status).toBe(200);
    expect(reply.headers['content-length']).toBe(String(reply.bytes.length));
    expect(reply.text).toMatch(/^\{"data":/);
    expect(() => reply.json()).toThrow();
  });

  test('empty-body: the response has the correct status and no body', async () => {
    const { simulator, send } = await practice();
    simulator.faults.set('wallets', { kind: 'empty-body' });
    const reply = await send();
    expect([reply.status, reply.text]).toEqual([200, '']);
  });

  test('huge-body: sends the configured number of bytes, with or without a length', async () => {
    const { simulator, send } = await practice();
    const bytes = 3_000_001;
    simulator.faults.set(
      'wallets',
      { kind: 'huge-body', bytes, times: 1 },
      { kind: 'huge-body', bytes, declaresLength: true },
    );
    const [withoutLength, withLength] = [await send(), await send()];
    expect([withoutLength.bytes.length, withLength.bytes.length]).toEqual([bytes, bytes]);
    expect(withoutLength.headers['content-length']).toBeUndefined();
    expect(withLength.headers['content-length']).toBe(String(bytes));
  });

  test('huge-body: streams 2 GiB without holding them in memory, until the client disconnects', async () => {
    const { simulator, client, url } = await practice();
    simulator.faults.set('wallets', { kind: 'huge-body' });
    const bytesBefore = process.memoryUsage().arrayBuffers;
    const { authorization } = client.headers;
    await new Promise<void>((resolve) => {
      const request = sendRequest(url, { agent: false, headers: { authorization } }, (response) => {
        let received = 0;
        response.on('data', (chunk: Buffer) => {
          received += chunk.length;
          if (received > 20_000_000) request.destroy();
        });
        response.on('close', resolve);
        response.on('error', () => {});
      });
      request.end();
    });
    expect(process.memoryUsage().arrayBuffers - bytesBefore).toBeLessThan(100_000_000);
    expect(simulator.calls().at(-1)).toMatchObject({ status: 200, answerBytes: 2 ** 31 });
  });

  test('rewrite: passes a JSON response through the given function', async () => {
    const { simulator } = await practice();
    simulator.faults.set('login', { kind: 'rewrite', change: (value) => [value] });
    const reply = await login(simulator, { ...simulator.credentials, mode: 'apiKey' });
    expect(reply.json()).toMatchObject([{ companyId: 'practice-company' }]);
  });
});

describe('corrupted items', () => {
  const item = { link: anyText, url: anyText, key: anyText };

  async function requestCorrupted(
    change: Extract<Fault, { kind: 'items' }>['change'],
    names = ['a.pdf', 'b.pdf'],
  ) {
    const { simulator, client } = await practice();
    simulator.faults.set('uploadDocuments', { kind: 'items', change });
    const url = `${simulator.hosts.beneficiary}/uploadDocuments`;
    const body = names.map((fileName) => ({ fileName }));
    return { simulator, client, body: (await client.send('POST', url, body)).json() };
  }

  test.each<[Extract<Fault, { kind: 'items' }>['change'], unknown]>([
    ['too-few', { items: [item] }],
    ['too-many', { items: [item, item, item] }],
    ['missing-link', { items: [{ url: item.url, key: item.key }, item] }],
    ['missing-url', { items: [{ link: item.link, key: item.key }, item] }],
    ['missing-key', { items: [{ link: item.link, url: item.url }, item] }],
    ['empty', { items: [] }],
    ['not-an-array', { items: item }],
    ['absent', {}],
  ])('%s corrupts the items', async (change, expected) => {
    expect((await requestCorrupted(change)).body).toEqual(expected);
  });

  test('repeated-key: the last item has the key of the first item and a different link', async () => {
    const { simulator, client } = await practice();
    simulator.faults.set('uploadDocuments', { kind: 'items', change: 'repeated-key' });
    const [first, second] = await linksFor(simulator, client, 'a.pdf', 'b.pdf');
    expect(first?.key).toBe(second?.key);
    expect(first?.link).not.toBe(second?.link);
  });

  test('repeated-link: the last item has the link of the first item and a different key', async () => {
    const { simulator, client } = await practice();
    simulator.faults.set('uploadDocuments', { kind: 'items', change: 'repeated-link' });
    const [first, second] = await linksFor(simulator, client, 'a.pdf', 'b.pdf');
    expect(first?.link).toBe(second?.link);
    expect(first?.key).not.toBe(second?.key);
  });

  test.each(['key', 'link'] as const)(
    'repeated-%s: a single item repeats the %s of an earlier response',
    async (field) => {
      const { simulator, client } = await practice();
      const first = await linkFor(simulator, client);
      simulator.faults.set('uploadDocuments', { kind: 'items', change: `repeated-${field}` });
      const second = await linkFor(simulator, client);
      expect(second[field]).toBe(first[field]);
      const otherField = field === 'key' ? 'link' : 'key';
      expect(second[otherField]).not.toBe(first[otherField]);
    },
  );
});
