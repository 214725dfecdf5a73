/** @file Reads the payment status of ISO 20022 messages: executed, refused or returned, and the reason. */
import type { ProofStatus, Standing } from '../../../../shared/model/proofs/status.ts';
import { childrenNamed, type XmlElement } from './xml.ts';

const standings: Readonly<Record<string, Standing>> = {
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
export function standingOf(code: string): Standing {
  return standings[code] ?? 'other';
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
export function distinctStatuses(statuses: readonly ProofStatus[]): ProofStatus[] {
  return severityOrder.flatMap((standing) => statuses.find((status) => status.standing === standing) ?? []);
}

const maxDetail = 300;

function childText(element: XmlElement | undefined, ...path: readonly string[]): string | null {
  const found = path.reduce<XmlElement | undefined>(
    (here, name) => here && childrenNamed(here, name)[0],
    element,
  );
  return found === undefined || found.text === '' ? null : found.text;
}

function reasonsIn(element: XmlElement, holder: string): Pick<ProofStatus, 'reasons' | 'detail'> {
  const found = childrenNamed(element, holder);
  const reasons = found.flatMap((one) => {
    const code = childText(one, 'Rsn', 'Cd') ?? childText(one, 'Rsn', 'Prtry') ?? childText(one, 'Cd');
    return code === null ? [] : [code.slice(0, 40)];
  });
  const details = found.flatMap((one) => childrenNamed(one, 'AddtlInf').map(({ text }) => text));
  const detail = details.filter((text) => text !== '').join(' ');
  return { reasons: [...new Set(reasons)], detail: detail === '' ? null : detail.slice(0, maxDetail) };
}

function reasonsOfHolders(
  elements: readonly XmlElement[],
  holder: string,
): Pick<ProofStatus, 'reasons' | 'detail'> {
  const stated = elements.find((element) => childrenNamed(element, holder).length > 0);
  return stated === undefined ? { reasons: [], detail: null } : reasonsIn(stated, holder);
}

/** The first status stated in a status report, from the transaction outwards. */
function reported(transaction: XmlElement, ancestors: readonly XmlElement[]): ProofStatus | null {
  const groups = ancestors.flatMap((holder) => childrenNamed(holder, 'OrgnlGrpInfAndSts'));
  for (const element of [transaction, ...ancestors, ...groups]) {
    const code =
      childText(element, 'TxSts') ?? childText(element, 'PmtInfSts') ?? childText(element, 'GrpSts');
    if (code === null) continue;
    // A group status applies to its transactions; a reason applies only to its own transaction.
    const own = reasonsIn(transaction, 'StsRsnInf');
    const isOwn = own.reasons.length > 0 || own.detail !== null;
    return { standing: standingOf(code), code, ...(isOwn ? own : reasonsIn(element, 'StsRsnInf')) };
  }
  return null;
}

function entryStatus(entry: XmlElement): ProofStatus | null {
  const isReversed = childText(entry, 'RvslInd') === 'true' || childText(entry, 'RvslInd') === '1';
  if (isReversed) return { standing: 'returned', code: 'RVSL', reasons: [], detail: null };
  const code = childText(entry, 'Sts', 'Cd') ?? childText(entry, 'Sts');
  if (code === null || code === 'BOOK') return null;
  return { standing: code === 'PDNG' ? 'pending' : 'other', code, reasons: [], detail: null };
}

/** The status of one transaction in an ISO 20022 message; `null` when the message only carries the payment. */
export function isoStatus(
  type: string | null,
  transaction: XmlElement,
  ancestors: readonly XmlElement[],
): ProofStatus | null {
  switch (type) {
    case 'pacs.002':
    case 'pain.002':
    case 'pain.014':
      return reported(transaction, ancestors) ?? { standing: 'other', code: null, reasons: [], detail: null };
    case 'pacs.004':
      return { standing: 'returned', code: null, ...reasonsIn(transaction, 'RtrRsnInf') };
    case 'pacs.007':
    case 'pain.007':
      return { standing: 'returned', code: null, ...reasonsIn(transaction, 'RvslRsnInf') };
    case 'camt.055':
    case 'camt.056':
      return { standing: 'cancellation-asked', code: null, ...reasonsIn(transaction, 'CxlRsnInf') };
    case 'camt.058':
      return {
        standing: 'cancelled',
        code: null,
        ...reasonsOfHolders([transaction, ...ancestors], 'CxlRsn'),
      };
    case 'camt.108':
      return { standing: 'cancellation-asked', code: null, ...reasonsIn(transaction, 'ChqCxlOrStopRsn') };
    case 'camt.109': {
      const [report] = childrenNamed(transaction, 'ChqCxlOrStopSts');
      const code = childText(report, 'Sts', 'Cd') ?? childText(report, 'Sts', 'Prtry');
      const detail = childText(report, 'AddtlInf')?.slice(0, maxDetail) ?? null;
      return { standing: code === null ? 'other' : standingOf(code), code, reasons: [], detail };
    }
    case 'camt.029': {
      const outermost = ancestors.at(-1) ?? transaction;
      const code =
        childText(transaction, 'TxCxlSts') ?? childText(childrenNamed(outermost, 'Sts')[0], 'Conf');
      return {
        standing: code === null ? 'other' : standingOf(code),
        code,
        ...reasonsIn(transaction, 'CxlStsRsnInf'),
      };
    }
    case 'camt.052':
    case 'camt.053':
    case 'camt.054':
      return entryStatus(transaction);
    default:
      return null;
  }
}
