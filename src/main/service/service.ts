/** @file The remote service, as one profile sees it: every call of the specification that Paydesk makes. */
import { PaydeskError } from '../../shared/errors.ts';
import { environmentOfHost, type HostName } from '../../shared/model/environment.ts';
import type { HostCheck } from '../../shared/model/session.ts';
import type { Wallet } from '../../shared/model/statements.ts';
import { isWebPage, messageOf, notUnderstood } from './answers.ts';
import {
  type AuthorisedCall,
  AuthorisedCalls,
  asPaydeskError,
  type ServiceDeps,
  stallLimit,
} from './authorised-calls.ts';
import { findOut, harmlessCall, type ProbeAnswer } from './check.ts';
import { failureToError, HttpFailure } from './failure.ts';
import type { OutgoingBody } from './http-messages.ts';
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

/** A proof of 60 MB arrives as base64, with room for line breaks. */
const proofAnswerLimit = 100 * 1024 * 1024;

/** One profile's way to the service. Holds the token in memory; {@link PaymentsService.forget} ends that. */
export class PaymentsService {
  readonly #deps: ServiceDeps;
  readonly #calls: AuthorisedCalls;

  /** Throws `profile-invalid` when a host of the profile may not be used. */
  constructor(deps: ServiceDeps) {
    this.#deps = deps;
    this.#calls = new AuthorisedCalls(deps);
  }

  /** Signs in, or confirms that a usable token is held (section 4.1). Rejects with the errors of `readLogin`. */
  async signIn(): Promise<{ companyId: string; validUntil: string }> {
    const { companyId } = await this.#calls.tokens.current();
    return {
      companyId,
      validUntil: this.#calls.tokens.validUntil() ?? new Date(this.#deps.clock.now()).toISOString(),
    };
  }

  /** ISO time at which the present token ends, or `null` without one. */
  validUntil(): string | null {
    return this.#calls.tokens.validUntil();
  }

  /** Forgets the token for good: every later call that needs one is `cancelled`. */
  forget(): void {
    this.#calls.tokens.forget();
  }

  /** Links for files, in the order of their names (section 4.3). All of the answer is usable, or it rejects. */
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
      send: (purpose, outgoing) => this.#calls.recorded(purpose, outgoing),
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
   * The answer with the proof of payment of a transaction (section 4.6), byte for byte; `null` when there is no proof
   * under this reference. What the bytes hold is for the caller to find out.
   */
  async proofOfPayment(reference: string, signal?: AbortSignal): Promise<Uint8Array | null> {
    const host = this.#calls.hosts.base('legacy').host;
    const call: AuthorisedCall = {
      method: 'GET',
      host: 'legacy',
      segments: ['profile', 'transaction-history', 'proof-of-payment', reference],
      answerLimit: proofAnswerLimit,
      signal,
      purpose: {
        kind: 'proof',
        subject: reference,
        request: `GET ${host}/profile/transaction-history/proof-of-payment/:reference`,
      },
    };
    const { incoming, login } = await asPaydeskError(this.#calls.send(call));
    if (incoming.status === 404) return null;
    if (incoming.status < 200 || incoming.status > 299)
      throw this.#calls.errorOf(call.host, incoming, [login.token]);
    if (isWebPage(incoming)) throw notUnderstood(host, incoming, null, 'pop');
    return incoming.body;
  }

  /** Sends an update of a beneficiary (section 4.5), `body` byte for byte. Never rejects, never repeats. */
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

  /** Sends the creation of a beneficiary (section 4.5), `body` byte for byte. Never rejects, never repeats. */
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

  /** The company's wallets (section 4.2). Rejects with `answer-not-understood` when the answer holds no list. */
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
   * Asks for statements (section 4.7), once. A refusal is an answer and not an error; rejects with the errors of
   * `errorOfStatus` and of the network. `details.sent` of an error is `false` only when the request never left.
   */
  async requestStatements(
    request: StatementRequest,
    signal?: AbortSignal,
  ): Promise<Exclude<ExportAnswer, { kind: 'failed' }> & { readonly message: string }> {
    const host = this.#calls.hosts.base('statement').host;
    const { since, till, walletIds } = request;
    const subject = `${since} to ${till}: ${walletIds.slice(0, 20).join(', ')}${walletIds.length > 20 ? ', …' : ''}`;
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
    const { incoming, login } = await asPaydeskError(this.#calls.send(call), true);
    const answer = readExport(host, incoming, walletIds);
    if (answer.kind !== 'failed') {
      return { ...answer, message: messageOf(incoming, [login.token, this.#deps.apiKey]) };
    }
    throw this.#calls.errorOf('statement', { ...incoming, status: answer.status }, [login.token]);
  }

  /**
   * Tries one host and says what it found. Where the specification has a harmless call, the call is made with the
   * token of a signed-in profile; elsewhere only the way to the host is tried. Never rejects.
   */
  async checkHost(host: HostName): Promise<HostCheck> {
    const { profile, http, clock } = this.#deps;
    const base = this.#calls.hosts.base(host);
    const startedAt = clock.monotonic();
    const proxy = await http.proxyOf(base, stallLimit).catch(() => null);
    const finding = await findOut(
      () => this.#probe(host, base),
      environmentOfHost(base.href),
      profile.environment,
    );
    const milliseconds = Math.round(clock.monotonic() - startedAt);
    return { host, address: base.host, proxy, milliseconds, ...finding };
  }

  /** What the harmless call met, or `null` when only the connection was tried. */
  async #probe(host: HostName, base: URL): Promise<ProbeAnswer | null> {
    const held = this.#calls.tokens.held();
    const call = held === null ? null : harmlessCall(host, base.host, held.companyId);
    if (call === null) {
      await this.#deps.http.reach(base, stallLimit);
      return null;
    }
    const { incoming } = await this.#calls.send(call);
    return { status: incoming.status, webPage: isWebPage(incoming) };
  }

  async #attach(call: AuthorisedCall): Promise<AttachAnswer> {
    try {
      const { incoming, login } = await this.#calls.send(call);
      return readAttach(incoming, this.#calls.errorOf(call.host, incoming, [login.token]));
    } catch (thrown) {
      if (thrown instanceof HttpFailure) return attachFailure(thrown, failureToError(thrown));
      // Whatever failed before the request was made (a renewal of the token, say) left the beneficiary as it was.
      if (thrown instanceof PaydeskError) return { kind: 'not-done', error: thrown };
      throw thrown;
    }
  }
}
