/** @file Reads the payment status of ISO 20022 messages: executed, refused or returned, and the reason. */
import { type ProofStatus, type Standing, standings } from '../../../../shared/model/proofs/status.ts';
import { childrenNamed, type XmlElement } from './xml.ts';

/** Codes of status reports by what they say about the payment. */
const codesByStanding: readonly (readonly [Standing, ...codes: string[]])[] = [
  ['refused', 'RJCT'],
  ['cancelled', 'CANC', 'CNCL', 'ACCR'],
  ['cancellation-refused', 'RJCR'],
  ['cancellation-asked', 'PDCR'],
  ['partly', 'PART', 'PATC', 'PACR'],
  ['pending', 'PDNG', 'RCVD', 'ACTC', 'ACSP', 'ACWP', 'ACFC'],
  ['accepted', 'ACCP', 'ACWC'],
  ['settled', 'ACSC', 'ACCC'],
];

/** Maps a code of a status report. */
export function mapStatusCode(code: string): Standing {
  return codesByStanding.find(([, ...codes]) => codes.includes(code))?.[0] ?? 'other';
}

/** Deduplicates statuses and sorts them by severity, the most severe first. */
export function sortDistinctStatuses(statuses: readonly ProofStatus[]): ProofStatus[] {
  return standings.flatMap((standing) => statuses.find((status) => status.standing === standing) ?? []);
}

const maxDetailLength = 300;

type Reasons = Pick<ProofStatus, 'reasons' | 'detail'>;
const noReasons: Reasons = { reasons: [], detail: null };

/** Returns the texts at a path. Where a name is repeated, all elements count. */
function readChildTexts(element: XmlElement, ...path: readonly string[]): string[] {
  const found = path.reduce<readonly XmlElement[]>(
    (elements, name) => elements.flatMap((current) => childrenNamed(current, name)),
    [element],
  );
  return found.flatMap(({ text }) => (text === '' ? [] : [text]));
}

/** Reads the reasons of the first of the elements that states any. */
function readReasons(elements: readonly XmlElement[], holder: string): Reasons {
  for (const element of elements) {
    const stated = childrenNamed(element, holder);
    const reasons = stated.flatMap((reason) => {
      const [code] = [['Rsn', 'Cd'], ['Rsn', 'Prtry'], ['Cd']].flatMap((path) =>
        readChildTexts(reason, ...path),
      );
      return code === undefined ? [] : [code.slice(0, 40)];
    });
    const detail = stated.flatMap((reason) => readChildTexts(reason, 'AddtlInf')).join(' ');
    if (reasons.length > 0 || detail !== '')
      return { reasons: [...new Set(reasons)], detail: detail.slice(0, maxDetailLength) || null };
  }
  return noReasons;
}

/** Standings of a group that exclude that one of its payments was made; others say how far the group has come. */
const unpaidStandings: ReadonlySet<Standing> = new Set(['refused', 'cancelled']);

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
  const [messageId] = readChildTexts(transaction, 'OrgnlGrpInf', 'OrgnlMsgId');
  const groups = ancestors
    .flatMap((holder) => childrenNamed(holder, 'OrgnlGrpInfAndSts'))
    .filter((group) => [undefined, readChildTexts(group, 'OrgnlMsgId')[0] ?? messageId].includes(messageId));
  return selectStatuses(
    [transaction, ...ancestors, ...groups].map((element) =>
      toStatuses(
        // An empty status is unknown: the status of the group does not take its place.
        ['TxSts', 'PmtInfSts', 'GrpSts'].flatMap((name) =>
          childrenNamed(element, name).map(({ text }) => text),
        ),
        // The status of a group applies to its transactions, but a reason of the transaction itself has precedence.
        readReasons([transaction, element], 'StsRsnInf'),
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
    return [{ standing: 'returned', code: null, ...readReasons([returned], 'RtrInf') }];
  const codes = ['Cd', 'Prtry'].flatMap((form) => readChildTexts(entry, 'Sts', form));
  codes.push(...readChildTexts(entry, 'Sts'));
  return sortDistinctStatuses(
    codes
      .filter((code) => code !== 'BOOK')
      .map((code) => ({ standing: code === 'PDNG' ? 'pending' : 'other', code, ...noReasons })),
  );
}

/** Messages that are about one change of a payment, and the element with its reasons. */
const changes = new Map<string | null, readonly [standing: Standing, reasons: string]>([
  ['pacs.004', ['returned', 'RtrRsnInf']],
  ['pacs.007', ['returned', 'RvslRsnInf']],
  ['pain.007', ['returned', 'RvslRsnInf']],
  ['camt.055', ['cancellation-asked', 'CxlRsnInf']],
  ['camt.056', ['cancellation-asked', 'CxlRsnInf']],
  ['camt.108', ['cancellation-asked', 'ChqCxlOrStopRsn']],
]);

/**
 * Lists the statuses of one transaction in an ISO 20022 message, the worst one first: several contradict each other. None
 * when the message states no status.
 */
export function listIsoStatuses(
  type: string | null,
  transaction: XmlElement,
  ancestors: readonly XmlElement[],
): ProofStatus[] {
  const change = changes.get(type);
  if (change !== undefined)
    return [{ standing: change[0], code: null, ...readReasons([transaction], change[1]) }];
  switch (type) {
    case 'pacs.002':
    case 'pain.002':
    case 'pain.014':
      return listReportedStatuses(transaction, ancestors);
    case 'camt.058':
      return [{ standing: 'cancelled', code: null, ...readReasons([transaction, ...ancestors], 'CxlRsn') }];
    case 'camt.109': {
      const [text] = readChildTexts(transaction, 'ChqCxlOrStopSts', 'AddtlInf');
      const codes = ['Cd', 'Prtry'].flatMap((form) =>
        readChildTexts(transaction, 'ChqCxlOrStopSts', 'Sts', form),
      );
      const reasons = { reasons: [], detail: text?.slice(0, maxDetailLength) ?? null };
      return selectStatuses([toStatuses(codes, reasons)], reasons);
    }
    case 'camt.029': {
      const outermost = ancestors.at(-1) ?? transaction;
      const reasons = readReasons([transaction], 'CxlStsRsnInf');
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
