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

type Reasons = Pick<ProofStatus, 'reasons' | 'detail'>;
const noReasons: Reasons = { reasons: [], detail: null };

/** Returns the texts at a path. Where a name is repeated, all elements count. */
function readChildTexts(element: XmlElement | undefined, ...path: readonly string[]): string[] {
  const found = path.reduce<readonly XmlElement[]>(
    (elements, name) => elements.flatMap((current) => childrenNamed(current, name)),
    element === undefined ? [] : [element],
  );
  return found.flatMap(({ text }) => (text === '' ? [] : [text]));
}

const readChildText = (element: XmlElement | undefined, ...path: readonly string[]): string | null =>
  readChildTexts(element, ...path)[0] ?? null;

function readReasons(element: XmlElement, holder: string): Reasons {
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

function readFirstReasons(elements: readonly XmlElement[], holder: string): Reasons {
  const stated = elements.find((element) => childrenNamed(element, holder).length > 0);
  return stated === undefined ? noReasons : readReasons(stated, holder);
}

/** Standings of a group that exclude that one of its payments was made; others say how far the group has come. */
const unpaidStandings: ReadonlySet<Standing> = new Set(['refused', 'returned', 'cancelled']);

const toStatuses = (codes: readonly string[], reasons: Reasons): ProofStatus[] =>
  codes.map((code) => ({ standing: mapStatusCode(code), code: code === '' ? null : code, ...reasons }));

/**
 * Selects from the statuses of a transaction and its groups, innermost first: the innermost, and those of a group that
 * exclude a payment. Without any, the status is unknown, with `reasons`.
 */
function selectStatuses(levels: readonly (readonly ProofStatus[])[], reasons = noReasons): ProofStatus[] {
  const own = levels.find((statuses) => statuses.length > 0);
  if (own === undefined) return [{ standing: 'other', code: null, ...reasons }];
  return sortDistinctStatuses([
    ...own,
    ...levels.flat().filter(({ standing }) => unpaidStandings.has(standing)),
  ]);
}

/** Lists the statuses in a status report: those of the transaction, and those of the groups that it belongs to. */
function listReportedStatuses(transaction: XmlElement, ancestors: readonly XmlElement[]): ProofStatus[] {
  const messageId = readChildText(transaction, 'OrgnlGrpInf', 'OrgnlMsgId');
  const groups = ancestors
    .flatMap((holder) => childrenNamed(holder, 'OrgnlGrpInfAndSts'))
    .filter((group) => (readChildText(group, 'OrgnlMsgId') ?? messageId) === messageId || messageId === null);
  // The status of a group applies to its transactions, but a reason of the transaction itself has precedence.
  const ownReasons = readReasons(transaction, 'StsRsnInf');
  const hasOwnReasons = ownReasons.reasons.length > 0 || ownReasons.detail !== null;
  return selectStatuses(
    [transaction, ...ancestors, ...groups].map((element) =>
      toStatuses(
        // An empty status is unknown: the status of the group does not take its place.
        ['TxSts', 'PmtInfSts', 'GrpSts'].flatMap((name) =>
          childrenNamed(element, name).map(({ text }) => text),
        ),
        hasOwnReasons ? ownReasons : readReasons(element, 'StsRsnInf'),
      ),
    ),
  );
}

function listEntryStatuses(entry: XmlElement): ProofStatus[] {
  const isReversed = readChildTexts(entry, 'RvslInd').some((text) => text !== 'false' && text !== '0');
  if (isReversed) return [{ standing: 'returned', code: 'RVSL', ...noReasons }];
  const returned = childrenNamed(entry, 'NtryDtls')
    .flatMap((details) => childrenNamed(details, 'TxDtls'))
    .find((transaction) => childrenNamed(transaction, 'RtrInf').length > 0);
  if (returned !== undefined)
    return [{ standing: 'returned', code: null, ...readReasons(returned, 'RtrInf') }];
  const codes = ['Cd', 'Prtry'].flatMap((form) => readChildTexts(entry, 'Sts', form));
  codes.push(...readChildTexts(entry, 'Sts'));
  return sortDistinctStatuses(
    codes
      .filter((code) => code !== 'BOOK')
      .map((code) => ({ standing: code === 'PDNG' ? 'pending' : 'other', code, ...noReasons })),
  );
}

/**
 * Lists the statuses of one transaction in an ISO 20022 message, the worst one first: several contradict each other. None
 * when the message states no status.
 */
export function listIsoStatuses(
  type: string | null,
  transaction: XmlElement,
  ancestors: readonly XmlElement[],
): ProofStatus[] {
  switch (type) {
    case 'pacs.002':
    case 'pain.002':
    case 'pain.014':
      return listReportedStatuses(transaction, ancestors);
    case 'pacs.004':
      return [{ standing: 'returned', code: null, ...readReasons(transaction, 'RtrRsnInf') }];
    case 'pacs.007':
    case 'pain.007':
      return [{ standing: 'returned', code: null, ...readReasons(transaction, 'RvslRsnInf') }];
    case 'camt.055':
    case 'camt.056':
      return [{ standing: 'cancellation-asked', code: null, ...readReasons(transaction, 'CxlRsnInf') }];
    case 'camt.058':
      return [
        {
          standing: 'cancelled',
          code: null,
          ...readFirstReasons([transaction, ...ancestors], 'CxlRsn'),
        },
      ];
    case 'camt.108':
      return [{ standing: 'cancellation-asked', code: null, ...readReasons(transaction, 'ChqCxlOrStopRsn') }];
    case 'camt.109': {
      const [report] = childrenNamed(transaction, 'ChqCxlOrStopSts');
      const detail = readChildText(report, 'AddtlInf')?.slice(0, maxDetailLength) ?? null;
      const codes = ['Cd', 'Prtry'].flatMap((form) =>
        readChildTexts(transaction, 'ChqCxlOrStopSts', 'Sts', form),
      );
      const reasons = { reasons: [], detail };
      return selectStatuses([toStatuses(codes, reasons)], reasons);
    }
    case 'camt.029': {
      const outermost = ancestors.at(-1) ?? transaction;
      const reasons = readReasons(transaction, 'CxlStsRsnInf');
      const levels = [readChildTexts(transaction, 'TxCxlSts'), readChildTexts(outermost, 'Sts', 'Conf')];
      return selectStatuses(
        levels.map((codes) => toStatuses(codes, reasons)),
        reasons,
      );
    }
    case 'camt.052':
    case 'camt.053':
    case 'camt.054':
      return listEntryStatuses(transaction);
    default:
      return [];
  }
}
