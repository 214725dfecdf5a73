/** @file What a connection check makes of what it met. */
import { PaydeskError } from '../../shared/errors.ts';
import type { Environment, HostName } from '../../shared/model/environment.ts';
import type { HostCheck } from '../../shared/model/session.ts';
import type { Purpose } from './exchange.ts';
import { type FailureKind, HttpFailure } from './failure.ts';

/** What was found, without the facts of the host itself. */
export type Finding = Pick<HostCheck, 'result' | 'status' | 'detail'>;

interface HarmlessCall {
  readonly method: 'GET' | 'POST';
  readonly host: HostName;
  readonly segments: readonly string[];
  readonly body?: string;
  readonly purpose: Purpose;
}

/** A reference that no transaction has: the answer tells whether the token is accepted, and nothing else. */
const noReference = 'paydesk-connection-check';

/**
 * A call of the specification that changes nothing at the service, or `null` where it shows none: the wallet list
 * (4.2), an upload link that is never used (4.3), a proof of payment that does not exist (4.6).
 */
export function harmlessCall(host: HostName, address: string, companyId: string): HarmlessCall | null {
  const purpose = (request: string): Purpose => ({ kind: 'connection-check', subject: host, request });
  switch (host) {
    case 'wallet':
      return {
        method: 'GET',
        host,
        segments: [companyId, 'wallets'],
        purpose: purpose(`GET ${address}/{companyId}/wallets`),
      };
    case 'beneficiary':
      return {
        method: 'POST',
        host,
        segments: ['uploadDocuments'],
        body: JSON.stringify([{ fileName: `${noReference}.pdf`, fileType: 'application/pdf' }]),
        purpose: purpose(`POST ${address}/uploadDocuments`),
      };
    case 'legacy':
      return {
        method: 'GET',
        host,
        segments: ['profile', 'transaction-history', 'proof-of-payment', noReference],
        purpose: purpose(`GET ${address}/profile/transaction-history/proof-of-payment/{reference}`),
      };
    case 'auth':
    case 'exchange':
    case 'onboarding':
    case 'statement':
      return null;
  }
}

const resultOfFailure: Readonly<Record<FailureKind, HostCheck['result']>> = {
  'name-unknown': 'name-unknown',
  unreachable: 'unreachable',
  certificate: 'certificate-untrusted',
  proxy: 'proxy-refused',
  'proxy-scheme': 'proxy-scheme',
  'connection-lost': 'unreachable',
  'timed-out': 'unreachable',
  'answer-too-large': 'not-understood',
  'early-answer': 'not-understood',
  cancelled: 'unreachable',
};

/** What a harmless call met. */
export interface ProbeAnswer {
  readonly status: number;
  /** The answer was a page for a person to look at. */
  readonly webPage: boolean;
}

/** Statuses that say nothing of the token: the service had no time for it. */
const saysNothing = [408, 429];

function resultOfAnswer({ status, webPage }: ProbeAnswer): HostCheck['result'] {
  if (status === 401) return 'token-refused';
  if (status === 403) return 'wrong-environment';
  if (status === 407) return 'proxy-refused';
  const understood = status < 300 || (status >= 400 && status < 500 && !saysNothing.includes(status));
  // A service that has let the token pass may well have nothing to say to a call that means nothing.
  return understood && !webPage ? 'token-accepted' : 'not-understood';
}

/** What an error before or beside the call means: the token could not be renewed, or no proxy can be used. */
function findingOfError({ code, details }: PaydeskError): Finding {
  const status: null = null;
  if (code === 'key-refused' || code === 'sign-in-needed') {
    return { result: 'token-refused', status, detail: code };
  }
  if (code === 'wrong-environment') return { result: code, status, detail: code };
  if (code !== 'proxy-refused') return { result: 'not-understood', status, detail: code };
  const { cause, schemes } = details;
  if (typeof schemes === 'string') return { result: 'proxy-scheme', status, detail: schemes };
  return { result: code, status, detail: typeof cause === 'string' && cause !== '' ? cause : null };
}

/**
 * Tries a host with `probe` and says which of these it is. A host whose name carries the label of the other
 * environment (specification, section 1) is said to be wrong without asking it.
 */
export async function findOut(
  probe: () => Promise<ProbeAnswer | null>,
  named: Environment | null,
  wanted: Environment,
): Promise<Finding> {
  if (named !== null && named !== wanted) return { result: 'wrong-environment', status: null, detail: named };
  try {
    const answer = await probe();
    if (answer === null) return { result: 'reached', status: null, detail: null };
    return { result: resultOfAnswer(answer), status: answer.status, detail: null };
  } catch (thrown) {
    if (thrown instanceof HttpFailure) {
      return { result: resultOfFailure[thrown.kind], status: null, detail: thrown.detail };
    }
    if (thrown instanceof PaydeskError) return findingOfError(thrown);
    throw thrown;
  }
}
