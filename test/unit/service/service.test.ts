/** @file The calls of the specification: method, address, query, body, record and answer of each. */
import { describe, expect, test } from 'vitest';
import type { ExchangeRecord } from '../../../src/main/service/http/exchange.ts';
import { HttpFailure } from '../../../src/main/service/http/failure.ts';
import type { Incoming, Outgoing } from '../../../src/main/service/http/http-messages.ts';
import { Secret } from '../../../src/main/service/secret.ts';
import { PaymentsService } from '../../../src/main/service/service.ts';
import { hostNames, hostsSchema } from '../../../src/shared/model/session/environment.ts';
import { bodyOf } from '../../fakes/servers/service.ts';
import { incoming } from './http/incoming.ts';
import { bodyTextOf, scriptDeps } from './http/scripted-http.ts';

const login = incoming({ accessToken: 'canary-token-51', companyId: 'c1' });
const webPage = incoming('<p>Sign in', { contentType: 'text/html' });
const lost = new HttpFailure('connection-lost', 'host', true, '');
const unreachable = new HttpFailure('unreachable', 'host', false, '');
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
function openService(answers: readonly (Incoming | Error)[], options: Parameters<typeof scriptDeps>[2] = {}) {
  const { deps, ...script } = scriptDeps(answers, hosts, options);
  return { service: new PaymentsService(deps), ...script };
}

/** Describes a request as `METHOD address body`. */
async function requestLine(outgoing: Outgoing | undefined): Promise<string> {
  if (outgoing === undefined) throw new Error('Nothing was sent');
  return `${outgoing.method} ${outgoing.url.href} ${await bodyTextOf(outgoing)}`.trim();
}

/** An operation of the specification: its answer and result, its request, and its record. */
interface Operation {
  readonly run: (service: PaymentsService, signal: AbortSignal) => Promise<unknown>;
  readonly answer: unknown;
  readonly result: unknown;
  readonly line: string;
  readonly facts: Partial<Outgoing>;
  readonly record: Partial<ExchangeRecord>;
}

const accepted = { kind: 'accepted', status: 200, requestId: 'req-1', recipientId: 'rcp-9' };
const attachments = {
  update: (service: PaymentsService) => service.attachUpdate('rcp/1', '{"a": 1}', 'Balticum'),
  creation: (service: PaymentsService) => service.attachCreate('{"a": 1}', 'Balticum'),
};

const operations: Readonly<Record<string, Operation>> = {
  'a request for upload links (section 4.3)': {
    run: async (service, signal) =>
      (await service.requestUploadLinks(['a.pdf', 'b.png'], signal)).map(({ key }) => key),
    answer: { items: [linkItem, otherLinkItem] },
    result: ['key-1', 'key-2'],
    line:
      'POST https://beneficiary.service.example/uploadDocuments ' +
      '[{"fileName":"a.pdf","fileType":"application/pdf"},{"fileName":"b.png","fileType":"image/png"}]',
    facts: { isAnswerSecret: true, ownConnection: false },
    record: {
      kind: 'upload-link',
      subject: 'a.pdf, b.png',
      request: 'POST beneficiary.service.example/uploadDocuments',
    },
  },
  'a proof of payment (section 4.6)': {
    run: (service, signal) => service.proofOfPayment('TX/1', signal),
    answer: 'not JSON',
    result: new TextEncoder().encode('not JSON'),
    line: 'GET https://legacy.service.example/profile/transaction-history/proof-of-payment/TX%2F1',
    facts: { maxAnswerBytes: 104_857_600 },
    record: {
      kind: 'proof',
      subject: 'TX/1',
      request: 'GET legacy.service.example/profile/transaction-history/proof-of-payment/:reference',
    },
  },
  'an update of a beneficiary (section 4.5)': {
    run: attachments.update,
    answer: { recipientId: 'rcp-9' },
    result: accepted,
    line: 'PUT https://beneficiary.service.example/recipients/rcp%2F1 {"a": 1}',
    facts: { ownConnection: true, signal: undefined },
    record: {
      kind: 'attach',
      subject: 'Balticum',
      request: 'PUT beneficiary.service.example/recipients/rcp/1',
    },
  },
  'a creation of a beneficiary (section 4.5)': {
    run: attachments.creation,
    answer: { recipientId: 'rcp-9' },
    result: accepted,
    line: 'POST https://beneficiary.service.example/recipients {"a": 1}',
    facts: { ownConnection: true, signal: undefined },
    record: {
      kind: 'create-beneficiary',
      subject: 'Balticum',
      request: 'POST beneficiary.service.example/recipients',
    },
  },
  'a list of wallets (section 4.2)': {
    run: (service, signal) => service.listWallets(signal),
    answer: [{ id: 7, name: 'Main' }],
    result: [{ id: 7, name: 'Main', currency: null }],
    line: 'GET https://wallet.service.example/c1/wallets',
    facts: {},
    record: {
      kind: 'wallet-list',
      subject: 'wallet.service.example',
      request: 'GET wallet.service.example/{companyId}/wallets',
    },
  },
  'a statement request (section 4.7)': {
    run: (service, signal) => service.requestStatements(statements, signal),
    answer: { statusCode: 200, message: 'Queued' },
    result: { kind: 'accepted', requestId: 'req-1', message: 'Queued' },
    line:
      'POST https://statement.service.example/statement/export?since=2026-01-01&till=2026-01-31&format=csv ' +
      '{"walletIds":[7,8],"email":""}',
    facts: { ownConnection: true },
    record: {
      kind: 'statement-request',
      subject: '2026-01-01 to 2026-01-31: 7, 8',
      request: 'POST statement.service.example/statement/export',
    },
  },
};

test.each(Object.entries(operations))('%s is sent once, with a token, recorded', async (_name, operation) => {
  const { run, answer, result, line, facts, record } = operation;
  const { service, sent, records } = openService([login, incoming(answer)]);
  const { signal } = new AbortController();
  expect(await run(service, signal)).toEqual(result);
  expect(await requestLine(sent[1])).toBe(line);
  expect(sent[1]).toMatchObject({ signal, ...facts });
  expect(records[1]).toMatchObject(record);
  expect(sent).toHaveLength(2);
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

test('a sign-in returns the company and the expiry of its token, and ends when it is forgotten', async () => {
  const { service, sent, clock } = openService([login, login]);
  expect(service.validUntil()).toBeNull();
  const { companyId, validUntil } = await service.signIn();
  expect(companyId).toBe('c1');
  expect(validUntil).toBe(service.validUntil());
  expect(Date.parse(validUntil)).toBeGreaterThan(clock.now());
  service.forget();
  expect(service.validUntil()).toBeNull();
  await expect(service.listWallets()).rejects.toMatchObject({ code: 'cancelled' });
  expect(sent).toHaveLength(1);
});

describe('a request for upload links', () => {
  test('carries the company ID when the profile says so', async () => {
    const options = { sendCompanyId: true };
    const { service, sent } = openService([login, incoming({ items: [linkItem] })], { options });
    await service.requestUploadLinks(['a.pdf']);
    expect(sent[1]?.url.search).toBe('?companyId=c1');
  });

  test('rejects when a link leads to a storage that the profile does not name', async () => {
    const options = { storageHosts: ['*.other.example'] };
    const { service } = openService([login, incoming({ items: [linkItem] })], { options });
    const links = service.requestUploadLinks(['a.pdf']);
    await expect(links).rejects.toMatchObject({ code: 'answer-not-understood' });
  });
});

describe('a proof of payment', () => {
  test('that the service does not have is null', async () => {
    const { service } = openService([login, incoming('', { status: 404 })]);
    expect(await service.proofOfPayment('TX1')).toBeNull();
  });

  test.each([
    [199, false],
    [200, true],
    [299, true],
    [300, false],
    [400, false],
    [500, false],
  ])('with the status %s is accepted: %s', async (status, isAccepted) => {
    const { service } = openService([login, incoming('{}', { status })]);
    const proof = service.proofOfPayment('TX1');
    if (isAccepted) expect(await proof).toHaveLength(2);
    else await expect(proof).rejects.toMatchObject({ details: { status } });
  });

  test('rejects for a web page, and with the error of the network', async () => {
    const details = { missing: 'pop', host: 'legacy.service.example' };
    const ofPage = openService([login, webPage]).service.proofOfPayment('TX1');
    await expect(ofPage).rejects.toMatchObject({ code: 'answer-not-understood', details });
    const ofFailure = openService([login, lost]).service.proofOfPayment('TX1');
    await expect(ofFailure).rejects.toMatchObject({ code: 'connection-lost' });
  });
});

describe.each(Object.entries(attachments))('an attach operation (%s)', (_name, attach) => {
  test.each<[string, (Incoming | Error)[], object]>([
    ['unknown when its answer is lost', [login, lost], { kind: 'lost' }],
    ['not done when nothing was sent', [login, unreachable], { error: { code: 'host-unreachable' } }],
    ['not done when the login failed', [incoming({}, { status: 401 })], { error: { code: 'key-refused' } }],
  ])('has an outcome that is %s, and is sent once', async (_, answers, outcome) => {
    const { service, sent } = openService(answers);
    expect(await attach(service)).toMatchObject({ kind: 'not-done', ...outcome });
    expect(sent).toHaveLength(answers.length);
  });

  test('rejects with an unexpected error', async () => {
    const { service } = openService([login, new RangeError('A defect')]);
    await expect(attach(service)).rejects.toThrow('A defect');
  });
});

test('a list of wallets rejects with the network error of a failed login', async () => {
  await expect(openService([lost]).service.listWallets()).rejects.toMatchObject({ code: 'connection-lost' });
});

describe('a statement request', () => {
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

  test.each([408, 500])('whose sign-in is answered with %s was not sent', async (status) => {
    const { service } = openService([incoming('', { status })]);
    await expect(service.requestStatements(statements)).rejects.toMatchObject({
      requestId: 'req-1',
      details: { sent: false, status },
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

  test('names no proxy when the question about it fails', async () => {
    const { service } = openService([], { http: { reach: async () => undefined } });
    expect(await service.checkHost('auth')).toMatchObject({ proxy: null, result: 'reached' });
  });

  test('makes a harmless call with a signed-in profile, and does not understand a web page', async () => {
    const answers = [login, incoming([]), webPage];
    const { service, sent } = openService(answers, { http: { proxyOf: async () => null } });
    await service.signIn();
    expect(await service.checkHost('wallet')).toMatchObject({ result: 'token-accepted', status: 200 });
    expect(await requestLine(sent[1])).toBe('GET https://wallet.service.example/c1/wallets');
    expect(await service.checkHost('wallet')).toMatchObject({ result: 'not-understood' });
  });
});
