/** @file The calls of the specification: method, address, query, body, record and answer of each. */
import { describe, expect, test } from 'vitest';
import type { ExchangeRecord } from '../../../src/main/service/exchange.ts';
import { HttpFailure } from '../../../src/main/service/failure.ts';
import type { Http } from '../../../src/main/service/http.ts';
import type { Incoming, Outgoing } from '../../../src/main/service/http-messages.ts';
import { Secret } from '../../../src/main/service/secret.ts';
import { PaymentsService } from '../../../src/main/service/service.ts';
import { hostNames, hostsSchema } from '../../../src/shared/model/environment.ts';
import { profileOptionsSchema } from '../../../src/shared/model/profile.ts';
import { createFakeClock } from '../../fakes/clock.ts';
import { bodyOf } from '../../fakes/service.ts';
import { incoming } from './incoming.ts';
import { scriptHttp } from './scripted-http.ts';

const start = '2026-03-02T08:00:00.000Z';
const login = incoming({ accessToken: 'canary-token-51', companyId: 'c1' });
const webPage = incoming('<p>Sign in', { contentType: 'text/html' });
const hosts = hostsSchema.parse(
  Object.fromEntries(hostNames.map((name) => [name, `https://${name}.service.example`])),
);
const linkItem = { link: 'https://storage.example/a?signature=00', key: 'key-1' };
const otherLinkItem = { link: 'https://storage.example/b?signature=01', key: 'key-2' };
const statements = {
  walletIds: [7, 8],
  since: '2026-01-01',
  till: '2026-01-31',
  format: 'csv',
  email: '',
} as const;

/** The service of a profile whose requests receive the answers in order; each takes 1.6 ms. */
function openService(
  answers: readonly (Incoming | Error)[],
  options: { readonly http?: Partial<Http>; readonly profile?: Readonly<Record<string, unknown>> } = {},
) {
  const clock = createFakeClock(start);
  const { http, sent } = scriptHttp(clock, answers);
  const records: ExchangeRecord[] = [];
  const service = new PaymentsService({
    profile: {
      id: 'p',
      origin: 'clerk',
      name: 'Nordlicht',
      environment: 'sandbox',
      clientId: 'client-1',
      hosts,
      options: profileOptionsSchema.parse(options.profile ?? {}),
    },
    apiKey: new Secret('api-key', 'canary-key-93ab'),
    allowHttpLoopback: false,
    clock,
    http: { ...http, ...options.http },
    parseLargeJson: async () => null,
    onExchange: (record) => void records.push(record),
    onSignedIn: () => undefined,
  });
  return { service, sent, records, clock };
}

/** Describes a request as `METHOD address body`. */
async function requestLine(outgoing: Outgoing | undefined): Promise<string> {
  if (outgoing === undefined) throw new Error('Nothing was sent');
  const pieces: Uint8Array[] = [];
  if (outgoing.body !== null) for await (const piece of outgoing.body.chunks()) pieces.push(piece);
  return `${outgoing.method} ${outgoing.url.href} ${Buffer.concat(pieces).toString()}`.trim();
}

describe('a sign-in', () => {
  test('returns the company and the expiry of its token', async () => {
    const { service } = openService([login]);
    expect(service.validUntil()).toBeNull();
    const { companyId, validUntil } = await service.signIn();
    expect(companyId).toBe('c1');
    expect(validUntil).toBe(service.validUntil());
    expect(Date.parse(validUntil)).toBeGreaterThan(Date.parse(start));
  });

  test('has ended after it is forgotten', async () => {
    const { service, sent } = openService([login, login]);
    await service.signIn();
    service.forget();
    expect(service.validUntil()).toBeNull();
    await expect(service.listWallets()).rejects.toMatchObject({ code: 'cancelled' });
    expect(sent).toHaveLength(1);
  });
});

describe('a request for upload links (section 4.3)', () => {
  test('names the files, and its answer is secret', async () => {
    const { service, sent, records } = openService([login, incoming({ items: [linkItem, otherLinkItem] })]);
    const { signal } = new AbortController();
    const targets = await service.requestUploadLinks(['a.pdf', 'b.png'], signal);
    expect(targets.map(({ key }) => key)).toEqual(['key-1', 'key-2']);
    expect(await requestLine(sent[1])).toBe(
      'POST https://beneficiary.service.example/uploadDocuments ' +
        '[{"fileName":"a.pdf","fileType":"application/pdf"},{"fileName":"b.png","fileType":"image/png"}]',
    );
    expect(sent[1]).toMatchObject({ isAnswerSecret: true, ownConnection: false, signal });
    expect(records[1]).toMatchObject({
      kind: 'upload-link',
      subject: 'a.pdf, b.png',
      request: 'POST beneficiary.service.example/uploadDocuments',
    });
  });

  test('carries the company ID when the profile says so', async () => {
    const { service, sent } = openService([login, incoming({ items: [linkItem] })], {
      profile: { sendCompanyId: true },
    });
    await service.requestUploadLinks(['a.pdf']);
    expect(sent[1]?.url.search).toBe('?companyId=c1');
  });

  test('rejects when a link leads to a storage that the profile does not name', async () => {
    const { service } = openService([login, incoming({ items: [linkItem] })], {
      profile: { storageHosts: ['*.other.example'] },
    });
    await expect(service.requestUploadLinks(['a.pdf'])).rejects.toMatchObject({
      code: 'answer-not-understood',
    });
  });
});

test('an upload goes to its link without a token, and is recorded', async () => {
  const { service, sent, records } = openService([incoming('', { requestId: 'req-7' })]);
  const link = new Secret('upload-link', linkItem.link);
  const stored = await service.putDocument(link, 'a.pdf', bodyOf(Buffer.from('%PDF')));
  expect(stored).toEqual({ requestId: 'req-7' });
  expect(await requestLine(sent[0])).toBe(`PUT ${linkItem.link} %PDF`);
  expect(sent[0]?.headers).not.toHaveProperty('authorization');
  expect(records).toMatchObject([{ kind: 'upload', subject: 'a.pdf', request: 'PUT storage.example' }]);
});

describe('a proof of payment (section 4.6)', () => {
  test('is requested by its reference and returned unparsed', async () => {
    const answer = incoming('not JSON');
    const { service, sent, records } = openService([login, answer]);
    const { signal } = new AbortController();
    expect(await service.proofOfPayment('TX/1', signal)).toEqual(answer.body);
    expect(await requestLine(sent[1])).toBe(
      'GET https://legacy.service.example/profile/transaction-history/proof-of-payment/TX%2F1',
    );
    expect(sent[1]).toMatchObject({ maxAnswerBytes: 104_857_600, signal });
    expect(records[1]).toMatchObject({
      kind: 'proof',
      subject: 'TX/1',
      request: 'GET legacy.service.example/profile/transaction-history/proof-of-payment/:reference',
    });
  });

  test('that the service does not have is null', async () => {
    const { service } = openService([login, incoming('', { status: 404 })]);
    expect(await service.proofOfPayment('TX1')).toBeNull();
  });

  test.each([199, 300, 400, 500])('is refused with the status %s', async (status) => {
    const { service } = openService([login, incoming({ message: 'no' }, { status })]);
    await expect(service.proofOfPayment('TX1')).rejects.toMatchObject({ details: { status } });
  });

  test.each([200, 299])('is accepted with the status %s', async (status) => {
    const { service } = openService([login, incoming('{}', { status })]);
    expect(await service.proofOfPayment('TX1')).toHaveLength(2);
  });

  test('is not understood as a web page', async () => {
    const { service } = openService([login, webPage]);
    await expect(service.proofOfPayment('TX1')).rejects.toMatchObject({
      code: 'answer-not-understood',
      details: { missing: 'pop', host: 'legacy.service.example' },
    });
  });

  test('rejects with the error of the network', async () => {
    const { service } = openService([login, new HttpFailure('timed-out', 'legacy', true, '')]);
    await expect(service.proofOfPayment('TX1')).rejects.toMatchObject({ code: 'timed-out' });
  });
});

describe('an attach operation (section 4.5)', () => {
  const calls = [
    [
      'an update',
      (service: PaymentsService) => service.attachUpdate('rcp/1', '{"a": 1}', 'Balticum'),
      'PUT https://beneficiary.service.example/recipients/rcp%2F1 {"a": 1}',
      { kind: 'attach', subject: 'Balticum', request: 'PUT beneficiary.service.example/recipients/rcp/1' },
    ],
    [
      'a creation',
      (service: PaymentsService) => service.attachCreate('{"a": 1}', 'Balticum'),
      'POST https://beneficiary.service.example/recipients {"a": 1}',
      {
        kind: 'create-beneficiary',
        subject: 'Balticum',
        request: 'POST beneficiary.service.example/recipients',
      },
    ],
  ] as const;

  test.each(calls)(
    '%s sends its body unchanged on a connection of its own',
    async (_, attach, line, record) => {
      const { service, sent, records } = openService([login, incoming({ recipientId: 'rcp-9' })]);
      expect(await attach(service)).toEqual({
        kind: 'accepted',
        status: 200,
        requestId: 'req-1',
        recipientId: 'rcp-9',
      });
      expect(await requestLine(sent[1])).toBe(line);
      expect(sent[1]).toMatchObject({ ownConnection: true });
      expect(records[1]).toMatchObject(record);
    },
  );

  test.each(calls)('%s has an unknown outcome when its answer is lost', async (_, attach) => {
    const { service, sent } = openService([login, new HttpFailure('connection-lost', 'host', true, '')]);
    expect(await attach(service)).toMatchObject({ kind: 'lost' });
    expect(sent).toHaveLength(2);
  });

  test.each(calls)('%s was not done when nothing was sent', async (_, attach) => {
    const { service } = openService([login, new HttpFailure('unreachable', 'host', false, '')]);
    expect(await attach(service)).toMatchObject({ kind: 'not-done', error: { code: 'host-unreachable' } });
  });

  test.each(calls)('%s was not done when the login failed', async (_, attach) => {
    const { service } = openService([incoming({}, { status: 401 })]);
    expect(await attach(service)).toMatchObject({ kind: 'not-done', error: { code: 'key-refused' } });
  });

  test.each(calls)('%s rejects with an unexpected error', async (_, attach) => {
    const { service } = openService([login, new RangeError('A defect')]);
    await expect(attach(service)).rejects.toThrow('A defect');
  });
});

describe('the list of wallets (section 4.2)', () => {
  test('is requested for the company', async () => {
    const { service, sent, records } = openService([login, incoming([{ id: 7, name: 'Main' }])]);
    const { signal } = new AbortController();
    expect(await service.listWallets(signal)).toEqual([{ id: 7, name: 'Main', currency: null }]);
    expect(await requestLine(sent[1])).toBe('GET https://wallet.service.example/c1/wallets');
    expect(sent[1]).toMatchObject({ signal });
    expect(records[1]).toMatchObject({
      kind: 'wallet-list',
      subject: 'wallet.service.example',
      request: 'GET wallet.service.example/{companyId}/wallets',
    });
  });

  test('rejects with the network error of a failed login', async () => {
    const { service } = openService([new HttpFailure('timed-out', 'auth', true, '')]);
    await expect(service.listWallets()).rejects.toMatchObject({ code: 'timed-out' });
  });
});

describe('a statement request (section 4.7)', () => {
  test('is sent once, on a connection of its own', async () => {
    const { service, sent, records } = openService([login, incoming({ statusCode: 200, message: 'Queued' })]);
    const { signal } = new AbortController();
    expect(await service.requestStatements(statements, signal)).toEqual({
      kind: 'accepted',
      requestId: 'req-1',
      message: 'Queued',
    });
    expect(await requestLine(sent[1])).toBe(
      'POST https://statement.service.example/statement/export?since=2026-01-01&till=2026-01-31&format=csv ' +
        '{"walletIds":[7,8],"email":""}',
    );
    expect(sent[1]).toMatchObject({ ownConnection: true, signal });
    expect(records[1]).toMatchObject({
      kind: 'statement-request',
      subject: '2026-01-01 to 2026-01-31: 7, 8',
      request: 'POST statement.service.example/statement/export',
    });
  });

  test.each([
    [20, ', 20'],
    [21, ', 20, …'],
  ])('for %s wallets is recorded with at most twenty of them', async (count, end) => {
    const { service, records } = openService([login, incoming({ statusCode: 200 })]);
    const walletIds = Array.from({ length: count }, (_, index) => index + 1);
    await service.requestStatements({ ...statements, walletIds });
    expect(records[1]?.subject.endsWith(`, 19${end}`)).toBe(true);
  });

  test('may be refused, with a message without secrets', async () => {
    const message = 'Invalid wallet Ids: 8 canary-token-51 canary-key-93ab';
    const { service } = openService([login, incoming({ statusCode: 400, message })]);
    const answer = await service.requestStatements(statements);
    expect(answer).toMatchObject({ kind: 'refused', status: 400, invalidWallets: [8] });
    expect(answer.message).toContain('Invalid wallet Ids: 8');
    expect(answer.message).not.toContain('canary');
  });

  test('rejects with the status of the body, and a message without the token', async () => {
    const body = { statusCode: 503, message: 'busy canary-token-51' };
    const { service } = openService([login, incoming(body)]);
    await expect(service.requestStatements(statements)).rejects.toMatchObject({
      details: {
        status: 503,
        host: 'statement.service.example',
        message: expect.not.stringContaining('canary'),
      },
    });
  });

  test.each([true, false])('says whether it may have been sent: %s', async (sent) => {
    const { service } = openService([login, new HttpFailure('timed-out', 'host', sent, '')]);
    await expect(service.requestStatements(statements)).rejects.toMatchObject({
      code: 'timed-out',
      details: { sent },
    });
  });
});

describe('the check of a host', () => {
  test('only connects without a signed-in profile', async () => {
    const reached: unknown[] = [];
    const { service, sent, clock } = openService([], {
      http: {
        proxyOf: async (url, timeoutMs) => `${url.host} within ${timeoutMs}`,
        async reach(url, timeoutMs) {
          reached.push([url.href, timeoutMs]);
          await clock.advance(2.7);
        },
      },
    });
    expect(await service.checkHost('wallet')).toEqual({
      host: 'wallet',
      address: 'wallet.service.example',
      proxy: 'wallet.service.example within 30000',
      milliseconds: 3,
      result: 'reached',
      status: null,
      detail: null,
    });
    expect(reached).toEqual([['https://wallet.service.example/', 30_000]]);
    expect(sent).toEqual([]);
  });

  test('makes a harmless call with the token of a signed-in profile', async () => {
    const { service, sent } = openService([login, incoming([])], { http: { proxyOf: async () => null } });
    await service.signIn();
    expect(await service.checkHost('wallet')).toMatchObject({ result: 'token-accepted', status: 200 });
    expect(await requestLine(sent[1])).toBe('GET https://wallet.service.example/c1/wallets');
  });

  test('names no proxy when the question about it fails', async () => {
    const { service } = openService([], { http: { reach: async () => undefined } });
    expect(await service.checkHost('auth')).toMatchObject({ proxy: null, result: 'reached' });
  });

  test('does not understand a web page', async () => {
    const { service } = openService([login, webPage], { http: { proxyOf: async () => null } });
    await service.signIn();
    expect(await service.checkHost('wallet')).toMatchObject({ result: 'not-understood' });
  });
});
