/** @file The client of the remote service for one profile: every call of the specification that Paydesk makes. */
import { PaydeskError } from '../../shared/errors.ts';
import { environmentOfHost, type HostName } from '../../shared/model/session/environment.ts';
import type { HostCheck } from '../../shared/model/session/session.ts';
import type { Wallet } from '../../shared/model/statements/statements.ts';
import { isWebPage, messageOf, notUnderstood } from './answers.ts';
import {
  type AuthorisedCall,
  AuthorisedCalls,
  asPaydeskError,
  type ServiceDeps,
  stallTimeoutMs,
} from './authorised-calls.ts';
import { harmlessCall, type ProbeAnswer, probeHost } from './check.ts';
import { failureToError, HttpFailure } from './http/failure.ts';
import type { OutgoingBody } from './http/http-messages.ts';
import { type PutDeps, type PutOptions, putDocument } from './put-document.ts';
import { type AttachAnswer, attachFailure, readAttach } from './recipients.ts';
import {
  type ExportAnswer,
  exportBody,
  exportQuery,
  readExport,
  readWallets,
  type StatementRequest,
} from './statements.ts';
import type { LinkRules, UploadLink } from './targets.ts';
import { linkRequestBody, readLinks, type UploadTarget } from './uploads.ts';

/** Enough for a proof of 60 MB as base64 with line breaks. */
const maxProofAnswerBytes = 100 * 1024 * 1024;

/** Maximum number of wallets that the record of a statement request names. */
const maxRecordedWallets = 20;

/** The service client of one profile. Holds the token in memory until {@link PaymentsService.forget}. */
export class PaymentsService {
  readonly #deps: ServiceDeps;
  readonly #calls: AuthorisedCalls;

  /** Throws `profile-invalid` when a host of the profile may not be used. */
  constructor(deps: ServiceDeps) {
    this.#deps = deps;
    this.#calls = new AuthorisedCalls(deps);
  }

  /** Signs in unless a valid token is cached (section 4.1). Rejects with the errors of `readLogin`. */
  async signIn(): Promise<{ companyId: string; validUntil: string }> {
    const { companyId } = await this.#calls.tokens.current();
    return {
      companyId,
      validUntil: this.#calls.tokens.validUntil() ?? new Date(this.#deps.clock.now()).toISOString(),
    };
  }

  /** ISO time at which the cached token expires, or `null` without one. */
  validUntil(): string | null {
    return this.#calls.tokens.validUntil();
  }

  /** Company of the cached token, or `null` without one. */
  companyId(): string | null {
    return this.#calls.tokens.cached()?.companyId ?? null;
  }

  /** Continues the session of a client with the same hosts, client ID and key, which ends. Needs no network. */
  takeOver(previous: PaymentsService): void {
    this.#calls.tokens.takeOver(previous.#calls.tokens);
  }

  /** Discards the token and ends the session: every later call that needs a token rejects with `cancelled`. */
  forget(): void {
    this.#calls.tokens.forget();
  }

  /** Requests upload links, in the order of `fileNames` (section 4.3). Rejects unless every link is usable. */
  async requestUploadLinks(fileNames: readonly string[], signal?: AbortSignal): Promise<UploadTarget[]> {
    const { profile } = this.#deps;
    const host = this.#calls.hosts.base('beneficiary').host;
    const query = profile.options.sendCompanyId
      ? { companyId: (await this.#calls.tokens.current()).companyId }
      : {};
    const incoming = await this.#calls.expectSuccess({
      method: 'POST',
      host: 'beneficiary',
      segments: ['uploadDocuments'],
      query,
      body: new TextDecoder().decode(linkRequestBody(fileNames)),
      isAnswerSecret: true,
      signal,
      purpose: {
        kind: 'upload-link',
        subject: fileNames.join(', '),
        request: `POST ${host}/uploadDocuments`,
      },
    });
    return readLinks(host, incoming, fileNames.length, this.#linkRules());
  }

  /** Sends a file's bytes to its link (section 4.4). Rejects like {@link putDocument}. */
  async putDocument(
    link: UploadLink,
    fileName: string,
    body: OutgoingBody,
    options: PutOptions = {},
  ): Promise<{ requestId: string | null }> {
    const deps: PutDeps = {
      send: (purpose, outgoing) => this.#calls.sendRecorded(purpose, outgoing),
      rules: this.#linkRules(),
      now: () => this.#deps.clock.now(),
    };
    return putDocument(deps, link, fileName, body, options);
  }

  #linkRules(): LinkRules {
    const { profile, allowHttpLoopback } = this.#deps;
    const { storageHosts } = profile.options;
    return { allowHttpLoopback, storageHosts, serviceHosts: Object.values(profile.hosts) };
  }

  /**
   * Returns the unparsed answer with the proof of payment of a transaction (section 4.6), or `null` when the service has
   * no proof for this reference.
   */
  async proofOfPayment(reference: string, signal?: AbortSignal): Promise<Uint8Array | null> {
    const host = this.#calls.hosts.base('legacy').host;
    const call: AuthorisedCall = {
      method: 'GET',
      host: 'legacy',
      segments: ['profile', 'transaction-history', 'proof-of-payment', reference],
      maxAnswerBytes: maxProofAnswerBytes,
      signal,
      purpose: {
        kind: 'proof',
        subject: reference,
        request: `GET ${host}/profile/transaction-history/proof-of-payment/:reference`,
      },
    };
    const incoming = await asPaydeskError(this.#calls.send(call));
    if (incoming.status === 404) return null;
    if (incoming.status < 200 || incoming.status > 299) throw this.#calls.errorOf(call.host, incoming);
    if (isWebPage(incoming)) throw notUnderstood(host, incoming, null, 'pop');
    return incoming.body;
  }

  /** Updates a beneficiary (section 4.5), sending `body` unchanged. Never rejects, and never repeats the request. */
  attachUpdate(recipientId: string, body: string, subject: string): Promise<AttachAnswer> {
    const host = this.#calls.hosts.base('beneficiary').host;
    return this.#attach({
      method: 'PUT',
      host: 'beneficiary',
      segments: ['recipients', recipientId],
      body,
      ownConnection: true,
      purpose: { kind: 'attach', subject, request: `PUT ${host}/recipients/${recipientId}` },
    });
  }

  /** Creates a beneficiary (section 4.5), sending `body` unchanged. Never rejects, and never repeats the request. */
  attachCreate(body: string, subject: string): Promise<AttachAnswer> {
    const host = this.#calls.hosts.base('beneficiary').host;
    return this.#attach({
      method: 'POST',
      host: 'beneficiary',
      segments: ['recipients'],
      body,
      ownConnection: true,
      purpose: { kind: 'create-beneficiary', subject, request: `POST ${host}/recipients` },
    });
  }

  /** Lists the company's wallets (section 4.2). Rejects with `answer-not-understood` when the answer has no list. */
  async listWallets(signal?: AbortSignal): Promise<Wallet[]> {
    const { companyId } = await asPaydeskError(this.#calls.tokens.current());
    const host = this.#calls.hosts.base('wallet').host;
    const incoming = await this.#calls.expectSuccess({
      method: 'GET',
      host: 'wallet',
      segments: [companyId, 'wallets'],
      signal,
      purpose: { kind: 'wallet-list', subject: host, request: `GET ${host}/{companyId}/wallets` },
    });
    return readWallets(host, incoming);
  }

  /**
   * Requests statements (section 4.7), once. A refusal is a result and not an error; rejects with the errors of
   * `errorOfStatus` and of the network. `details.sent` of an error is `false` only when the request was not sent.
   */
  async requestStatements(
    request: StatementRequest,
    signal?: AbortSignal,
  ): Promise<Exclude<ExportAnswer, { kind: 'failed' }> & { readonly message: string }> {
    const host = this.#calls.hosts.base('statement').host;
    const { since, till, walletIds } = request;
    const wallets = walletIds.slice(0, maxRecordedWallets).join(', ');
    const subject = `${since} to ${till}: ${wallets}${walletIds.length > maxRecordedWallets ? ', …' : ''}`;
    const call: AuthorisedCall = {
      method: 'POST',
      host: 'statement',
      segments: ['statement', 'export'],
      query: exportQuery(request),
      body: exportBody(request),
      ownConnection: true,
      signal,
      purpose: { kind: 'statement-request', subject, request: `POST ${host}/statement/export` },
    };
    const incoming = await asPaydeskError(this.#calls.send(call), true);
    const answer = readExport(host, incoming, walletIds);
    if (answer.kind !== 'failed') {
      return { ...answer, message: messageOf(incoming, this.#calls.secrets()) };
    }
    throw this.#calls.errorOf('statement', { ...incoming, status: answer.status });
  }

  /**
   * Checks one host. Makes a harmless call with the token of a signed-in profile where the specification has one;
   * otherwise only connects. Never rejects.
   */
  async checkHost(host: HostName): Promise<HostCheck> {
    const { profile, http, clock } = this.#deps;
    const base = this.#calls.hosts.base(host);
    const startedAt = clock.monotonic();
    const proxy = await http.proxyOf(base, stallTimeoutMs).catch(() => null);
    const finding = await probeHost(
      () => this.#probe(host, base),
      environmentOfHost(base.href),
      profile.environment,
    );
    const milliseconds = Math.round(clock.monotonic() - startedAt);
    return { host, address: base.host, proxy, milliseconds, ...finding };
  }

  /** Makes the harmless call and returns its answer, or `null` when only the connection was tested. */
  async #probe(host: HostName, base: URL): Promise<ProbeAnswer | null> {
    const login = this.#calls.tokens.cached();
    const call = login === null ? null : harmlessCall(host, base.host, login.companyId);
    if (call === null) {
      await this.#deps.http.reach(base, stallTimeoutMs);
      return null;
    }
    const incoming = await this.#calls.send({ ...call, ignoresPause: true });
    return { status: incoming.status, webPage: isWebPage(incoming) };
  }

  async #attach(call: AuthorisedCall): Promise<AttachAnswer> {
    try {
      const incoming = await this.#calls.send(call);
      return readAttach(incoming, this.#calls.errorOf(call.host, incoming));
    } catch (thrown) {
      if (thrown instanceof HttpFailure) return attachFailure(thrown, failureToError(thrown));
      // An error before the request was sent, such as a failed token renewal, left the beneficiary unchanged.
      if (thrown instanceof PaydeskError) return { kind: 'not-done', error: thrown };
      throw thrown;
    }
  }
}
