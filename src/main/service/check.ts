/** @file Classifies the result of a connection check of one host. */
import { PaydeskError } from '../../shared/errors.ts';
import type { Environment, HostName } from '../../shared/model/session/environment.ts';
import type { HostCheck } from '../../shared/model/session/session.ts';
import type { Purpose } from './http/exchange.ts';
import { type FailureKind, HttpFailure } from './http/failure.ts';

/** The result of a check, without the name and address of the host. */
type Finding = Pick<HostCheck, 'result' | 'status' | 'detail'>;

interface HarmlessCall {
  readonly method: 'GET' | 'POST';
  readonly host: HostName;
  readonly segments: readonly string[];
  readonly body?: string;
  readonly purpose: Purpose;
}

/** A reference that no transaction has, so the answer only shows whether the token is accepted. */
const placeholderReference = 'paydesk-connection-check';

/**
 * Returns a call that changes nothing at the service: the wallet list (4.2), an upload link that is never used (4.3), or
 * a proof of payment that does not exist (4.6). `null` for hosts without such a call in the specification.
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
        body: JSON.stringify([{ fileName: `${placeholderReference}.pdf`, fileType: 'application/pdf' }]),
        purpose: purpose(`POST ${address}/uploadDocuments`),
      };
    case 'legacy':
      return {
        method: 'GET',
        host,
        segments: ['profile', 'transaction-history', 'proof-of-payment', placeholderReference],
        purpose: purpose(`GET ${address}/profile/transaction-history/proof-of-payment/{reference}`),
      };
    case 'auth':
    case 'exchange':
    case 'onboarding':
    case 'statement':
      return null;
  }
}

const resultByFailure: Readonly<Record<FailureKind, HostCheck['result']>> = {
  'name-unknown': 'name-unknown',
  unreachable: 'unreachable',
  certificate: 'certificate-untrusted',
  proxy: 'proxy-refused',
  'proxy-scheme': 'proxy-scheme',
  'proxy-ticket': 'proxy-ticket',
  'connection-lost': 'unreachable',
  'timed-out': 'unreachable',
  'answer-too-large': 'not-understood',
  'early-answer': 'not-understood',
  cancelled: 'unreachable',
};

/** The answer to a harmless call. */
export interface ProbeAnswer {
  readonly status: number;
  /** True for a web page, see `isWebPage`. */
  readonly webPage: boolean;
}

/** Statuses that do not show whether the token is accepted: the service was too busy to check it. */
const inconclusiveStatuses = [408, 429];

function classifyAnswer({ status, webPage }: ProbeAnswer): HostCheck['result'] {
  if (status === 401) return 'token-refused';
  if (status === 403) return 'wrong-environment';
  if (status === 407) return 'proxy-refused';
  const isUnderstood =
    status < 300 || (status >= 400 && status < 500 && !inconclusiveStatuses.includes(status));
  // Any other status from 400 to 499 means that the token was accepted, and only the placeholder data was refused.
  return isUnderstood && !webPage ? 'token-accepted' : 'not-understood';
}

/** Maps an error that prevented the call: a failed token renewal, or an unusable proxy. */
function classifyError({ code, details }: PaydeskError): Finding {
  const status: null = null;
  if (code === 'key-refused' || code === 'sign-in-needed') {
    return { result: 'token-refused', status, detail: code };
  }
  if (code === 'wrong-environment') return { result: code, status, detail: code };
  if (code !== 'proxy-refused') return { result: 'not-understood', status, detail: code };
  const { cause, schemes, ticket } = details;
  if (typeof ticket === 'string') return { result: 'proxy-ticket', status, detail: ticket };
  if (typeof schemes === 'string') return { result: 'proxy-scheme', status, detail: schemes };
  return { result: code, status, detail: typeof cause === 'string' && cause !== '' ? cause : null };
}

/**
 * Checks a host with `probe` and classifies the result. A host whose name carries the label of the other environment
 * (specification, section 1) is reported as `wrong-environment` without a request.
 */
export async function probeHost(
  probe: () => Promise<ProbeAnswer | null>,
  hostEnvironment: Environment | null,
  profileEnvironment: Environment,
): Promise<Finding> {
  if (hostEnvironment !== null && hostEnvironment !== profileEnvironment)
    return { result: 'wrong-environment', status: null, detail: hostEnvironment };
  try {
    const answer = await probe();
    if (answer === null) return { result: 'reached', status: null, detail: null };
    return { result: classifyAnswer(answer), status: answer.status, detail: null };
  } catch (thrown) {
    if (thrown instanceof HttpFailure) {
      return { result: resultByFailure[thrown.kind], status: null, detail: thrown.detail };
    }
    if (thrown instanceof PaydeskError) return classifyError(thrown);
    throw thrown;
  }
}
