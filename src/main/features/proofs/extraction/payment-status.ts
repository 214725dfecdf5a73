/** @file Reads the payment status of ISO 20022 messages: executed, refused or returned, and the reason. */
import type { ProofStatus, Standing } from '../../../../shared/model/proofs/status.ts';
import { childrenNamed, type XmlElement } from './xml.ts';

const standingByCode: Readonly<Record<string, Standing>> = {
  RJCT: 'refused',
  CANC: 'cancelled',
  CNCL: 'cancelled',
  ACCR: 'cancelled',
  RJCR: 'cancellation-refused',
  PDCR: 'cancellation-asked',
  PART: 'partly',
  PATC: 'partly',
  PACR: 'partly',
  PDNG: 'pending',
  RCVD: 'pending',
  ACTC: 'pending',
  ACCP: 'accepted',
  ACSP: 'pending',
  ACWC: 'accepted',
  ACWP: 'pending',
  ACFC: 'pending',
  ACSC: 'settled',
  ACCC: 'settled',
};

/** Maps a code of a status report. */
export function mapStatusCode(code: string): Standing {
  return standingByCode[code] ?? 'other';
}

/** Statuses by severity, the most severe first, for places that show only one. */
const severityOrder: readonly Standing[] = [
  'not-sent',
  'refused',
  'returned',
  'cancelled',
  'cancellation-asked',
  'partly',
  'test',
  'pending',
  'possible-duplicate',
  'other',
  'cancellation-refused',
  'accepted',
  'settled',
];

/** Deduplicates statuses and sorts them by severity, the most severe first. */
export function sortDistinctStatuses(statuses: readonly ProofStatus[]): ProofStatus[] {
  return severityOrder.flatMap((standing) => statuses.find((status) => status.standing === standing) ?? []);
}

const maxDetailLength = 300;

function readChildText(element: XmlElement | undefined, ...path: readonly string[]): string | null {
  const found = path.reduce<XmlElement | undefined>(
    (current, name) => current && childrenNamed(current, name)[0],
    element,
  );
  return found === undefined || found.text === '' ? null : found.text;
}

function readReasons(element: XmlElement, holder: string): Pick<ProofStatus, 'reasons' | 'detail'> {
  const reasonElements = childrenNamed(element, holder);
  const reasons = reasonElements.flatMap((reasonElement) => {
    const code =
      readChildText(reasonElement, 'Rsn', 'Cd') ??
      readChildText(reasonElement, 'Rsn', 'Prtry') ??
      readChildText(reasonElement, 'Cd');
    return code === null ? [] : [code.slice(0, 40)];
  });
  const details = reasonElements.flatMap((reasonElement) =>
    childrenNamed(reasonElement, 'AddtlInf').map(({ text }) => text),
  );
  const detail = details.filter((text) => text !== '').join(' ');
  return { reasons: [...new Set(reasons)], detail: detail === '' ? null : detail.slice(0, maxDetailLength) };
}

function readFirstReasons(
  elements: readonly XmlElement[],
  holder: string,
): Pick<ProofStatus, 'reasons' | 'detail'> {
  const stated = elements.find((element) => childrenNamed(element, holder).length > 0);
  return stated === undefined ? { reasons: [], detail: null } : readReasons(stated, holder);
}

/** Reads the status in a status report: that of the transaction, else that of its closest ancestor. */
function readReportedStatus(transaction: XmlElement, ancestors: readonly XmlElement[]): ProofStatus | null {
  const groups = ancestors.flatMap((holder) => childrenNamed(holder, 'OrgnlGrpInfAndSts'));
  for (const element of [transaction, ...ancestors, ...groups]) {
    const code =
      readChildText(element, 'TxSts') ??
      readChildText(element, 'PmtInfSts') ??
      readChildText(element, 'GrpSts');
    if (code === null) continue;
    // The status of a group applies to its transactions, but a reason of the transaction itself has precedence.
    const ownReasons = readReasons(transaction, 'StsRsnInf');
    const hasOwnReasons = ownReasons.reasons.length > 0 || ownReasons.detail !== null;
    return {
      standing: mapStatusCode(code),
      code,
      ...(hasOwnReasons ? ownReasons : readReasons(element, 'StsRsnInf')),
    };
  }
  return null;
}

function readEntryStatus(entry: XmlElement): ProofStatus | null {
  const isReversed = readChildText(entry, 'RvslInd') === 'true' || readChildText(entry, 'RvslInd') === '1';
  if (isReversed) return { standing: 'returned', code: 'RVSL', reasons: [], detail: null };
  const code = readChildText(entry, 'Sts', 'Cd') ?? readChildText(entry, 'Sts');
  if (code === null || code === 'BOOK') return null;
  return { standing: code === 'PDNG' ? 'pending' : 'other', code, reasons: [], detail: null };
}

/** Reads the status of one transaction in an ISO 20022 message; `null` when the message states no status. */
export function readIsoStatus(
  type: string | null,
  transaction: XmlElement,
  ancestors: readonly XmlElement[],
): ProofStatus | null {
  switch (type) {
    case 'pacs.002':
    case 'pain.002':
    case 'pain.014':
      return (
        readReportedStatus(transaction, ancestors) ?? {
          standing: 'other',
          code: null,
          reasons: [],
          detail: null,
        }
      );
    case 'pacs.004':
      return { standing: 'returned', code: null, ...readReasons(transaction, 'RtrRsnInf') };
    case 'pacs.007':
    case 'pain.007':
      return { standing: 'returned', code: null, ...readReasons(transaction, 'RvslRsnInf') };
    case 'camt.055':
    case 'camt.056':
      return { standing: 'cancellation-asked', code: null, ...readReasons(transaction, 'CxlRsnInf') };
    case 'camt.058':
      return {
        standing: 'cancelled',
        code: null,
        ...readFirstReasons([transaction, ...ancestors], 'CxlRsn'),
      };
    case 'camt.108':
      return { standing: 'cancellation-asked', code: null, ...readReasons(transaction, 'ChqCxlOrStopRsn') };
    case 'camt.109': {
      const [report] = childrenNamed(transaction, 'ChqCxlOrStopSts');
      const code = readChildText(report, 'Sts', 'Cd') ?? readChildText(report, 'Sts', 'Prtry');
      const detail = readChildText(report, 'AddtlInf')?.slice(0, maxDetailLength) ?? null;
      return { standing: code === null ? 'other' : mapStatusCode(code), code, reasons: [], detail };
    }
    case 'camt.029': {
      const outermost = ancestors.at(-1) ?? transaction;
      const code =
        readChildText(transaction, 'TxCxlSts') ?? readChildText(childrenNamed(outermost, 'Sts')[0], 'Conf');
      return {
        standing: code === null ? 'other' : mapStatusCode(code),
        code,
        ...readReasons(transaction, 'CxlStsRsnInf'),
      };
    }
    case 'camt.052':
    case 'camt.053':
    case 'camt.054':
      return readEntryStatus(transaction);
    default:
      return null;
  }
}
