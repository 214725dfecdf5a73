import { describe, expect, test } from 'vitest';
import type { SimulatorOptions } from '../../../src/main/simulator/options.ts';
import { brokenRules, call, clientOf, linkFor, linksFor, open, put, store, textWith } from './support.ts';

async function practice(options: SimulatorOptions = {}) {
  const simulator = await open(options);
  const client = await clientOf(simulator);
  const url = `${simulator.hosts.beneficiary}/recipients`;
  return {
    simulator,
    client,
    url,
    create: (body: unknown) => client.send('POST', url, body),
    update: (id: string, body: unknown) => client.send('PUT', `${url}/${id}`, body),
  };
}

describe('creating a recipient', () => {
  test('stores fields and documents and returns the new ID', async () => {
    const { simulator, client, create } = await practice();
    const key = await store(simulator, client);
    const reply = await create({
      name: 'Nordvik',
      bank: { x: 1 },
      documentDetails: [{ key, name: 'a.pdf' }],
    });
    expect(reply.status).toBe(201);
    expect(reply.json()).toMatchObject({ recipientId: 'R-100001' });
    expect(simulator.state.recipients.get('R-100001')).toEqual({
      id: 'R-100001',
      fields: { name: 'Nordvik', bank: { x: 1 } },
      documents: [{ key, name: 'a.pdf' }],
      updateCount: 0,
    });
    expect((await create({})).json()).toMatchObject({ recipientId: 'R-100002' });
    expect(simulator.violations()).toEqual([]);
  });

  test.each([
    ['id', { status: 'created', id: 'R-100001' }],
    ['data.recipientId', { status: 'created', data: { recipientId: 'R-100001' } }],
    [null, { status: 'created' }],
  ])('returns the ID at the configured path %s', async (recipientIdField, expected) => {
    const { create } = await practice({ recipientIdField });
    expect((await create({})).json()).toEqual(expected);
  });
});

describe('updating a recipient', () => {
  test('replaces the documents with the option `replace`', async () => {
    const { simulator, client, update } = await practice({ recipientUpdate: 'replace' });
    const [first, second] = [await store(simulator, client), await store(simulator, client)];
    await update('X', { a: 1, documentDetails: [{ key: first, name: 'a.pdf' }] });
    await update('X', { b: 2, documentDetails: [{ key: second, name: 'a.pdf' }] });
    expect(simulator.state.recipients.get('X')).toMatchObject({
      fields: { a: 1, b: 2 },
      documents: [{ key: second }],
      updateCount: 1,
    });
  });

  test('adds documents with the option `append`, including the same key twice', async () => {
    const { simulator, client, update } = await practice({ recipientUpdate: 'append' });
    const [first, second] = [await store(simulator, client), await store(simulator, client)];
    await update('X', { documentDetails: [{ key: first, name: 'a.pdf' }] });
    await update('X', { documentDetails: [{ key: second, name: 'a.pdf' }] });
    await update('X', { documentDetails: [{ key: first, name: 'a.pdf' }] });
    const keys = simulator.state.recipients.get('X')?.documents.map(({ key }) => key);
    expect(keys).toEqual([first, second, first]);
  });

  test.each(['replace', 'append'] as const)(
    'leaves the documents unchanged without `documentDetails` (%s)',
    async (recipientUpdate) => {
      const { simulator, client, update } = await practice({ recipientUpdate });
      const key = await store(simulator, client);
      await update('X', { documentDetails: [{ key, name: 'a.pdf' }] });
      await update('X', { name: 'New name' });
      expect(simulator.state.recipients.get('X')?.documents).toEqual([{ key, name: 'a.pdf' }]);
    },
  );

  test('creates an unknown recipient, whose ID may be percent-encoded', async () => {
    const { simulator, update } = await practice();
    expect((await update('a%2Fb%20c', {})).status).toBe(200);
    expect([...simulator.state.recipients.keys()]).toEqual(['a/b c']);
  });

  test('gets a 404 without a violation for an unknown recipient with the option `refuse`', async () => {
    const { simulator, create, update } = await practice({ unknownRecipient: 'refuse' });
    expect((await update('X', {})).status).toBe(404);
    await create({});
    expect((await update('R-100001', {})).status).toBe(200);
    expect(simulator.violations()).toEqual([]);
  });
});

describe('documents of a recipient', () => {
  test('cannot be attached before their bytes are stored', async () => {
    const { simulator, client, create, update } = await practice();
    const { key, link } = await linkFor(simulator, client);
    const body = { documentDetails: [{ key, name: 'a.pdf' }] };
    expect((await create(body)).status).toBe(422);
    expect((await update('X', body)).status).toBe(422);
    expect(simulator.violations()).toMatchObject([
      {
        route: 'createRecipient',
        rule: 'key-before-bytes',
        detail: textWith('before its bytes are stored'),
      },
      { route: 'updateRecipient', rule: 'key-before-bytes' },
    ]);
    expect(simulator.state.recipients.size).toBe(0);
    await put(link);
    expect((await create(body)).status).toBe(201);
  });

  test('are all refused when one document is not stored', async () => {
    const { simulator, client, update } = await practice();
    const storedKey = await store(simulator, client);
    const { key } = await linkFor(simulator, client);
    const keys = [storedKey, key, 'unknown'];
    const documentDetails = keys.map((documentKey) => ({ key: documentKey, name: 'a.pdf' }));
    expect((await update('X', { documentDetails })).status).toBe(422);
    expect(brokenRules(simulator)).toEqual(['key-before-bytes']);
    expect(simulator.state.recipients.size).toBe(0);
  });

  test('are refused unless they have the original file name in normalization form C', async () => {
    const { simulator, client, update } = await practice();
    const decomposed = 'Übersicht.pdf'.normalize('NFD');
    const [item] = await linksFor(simulator, client, decomposed);
    await put(item?.link ?? '');
    const attach = (name: string) => update('X', { documentDetails: [{ key: item?.key, name }] });
    expect((await attach(decomposed)).status).toBe(422);
    expect((await attach('übersicht.pdf')).status).toBe(422);
    expect(brokenRules(simulator)).toEqual(['document-name', 'document-name']);
    expect((await attach('Übersicht.pdf'.normalize('NFC'))).status).toBe(200);
  });

  test.each<[string, unknown]>([
    ['an array in place of the object', []],
    ['an object in place of the array', { documentDetails: {} }],
    ['null', { documentDetails: null }],
    ['a document without a name', { documentDetails: [{ key: 'k' }] }],
    ['a document without a key', { documentDetails: [{ name: 'a.pdf' }] }],
    ['a document with an additional field', { documentDetails: [{ key: 'k', name: 'a.pdf', link: 'x' }] }],
  ])('are refused as %s', async (_, body) => {
    const { simulator, create, update } = await practice();
    expect((await create(body)).status).toBe(400);
    expect((await update('X', body)).status).toBe(400);
    expect(brokenRules(simulator)).toEqual(['body', 'body']);
    expect(simulator.state.recipients.size).toBe(0);
  });

  test('are refused with a query or without a JSON content type', async () => {
    const { simulator, client, url } = await practice();
    expect((await client.send('POST', `${url}?a=1`, {})).status).toBe(400);
    const headers = { ...client.headers, 'content-type': 'text/plain' };
    expect((await call(url, { method: 'POST', headers, body: '{}' })).status).toBe(415);
    expect(brokenRules(simulator)).toEqual(['query', 'header']);
  });
});
