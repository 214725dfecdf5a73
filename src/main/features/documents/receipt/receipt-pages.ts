/** @file A receipt as pages: facts of one document, or a table of all documents of a batch. */
import {
  formatBytes,
  formatPlainList,
  formatTimeWithOffset,
  formatUtc,
  t,
} from '../../../../shared/messages/index.ts';
import type { PageBlock, PageFact, TextPages } from '../../../formats/pages/text-pages.ts';
import type { ReceiptRow } from '../database/receipt.ts';
import type { ReceiptHead } from './receipt.ts';
import { confirmedBy } from './receipt-csv.ts';

/** Describes the pages of the documents, which are one for the receipt of a document. */
export function toReceiptPages(
  { batchNumber, profile, savedAt, savedBy, version }: ReceiptHead,
  documents: readonly ReceiptRow[],
  isSingle: boolean,
): TextPages {
  const [first] = documents;
  const title = isSingle
    ? t('documentReceipt.titleOfDocument', { name: first?.name ?? '' })
    : t('documentReceipt.title', { number: batchNumber });
  const attached = documents.filter(({ attachedAt }) => attachedAt !== null).length;
  return {
    title,
    subtitle: formatPlainList([profile.name, t(`components.environment.${profile.environment}`)]),
    isLandscape: !isSingle,
    blocks: [
      {
        is: 'paragraph',
        text: t('documentReceipt.summary', { attached, count: documents.length }),
      },
      isSingle ? { is: 'facts', facts: documents.flatMap(toFacts) } : toTable(documents),
    ],
    foot: {
      name: title,
      lines: [
        t('handover.foot.origin', { user: savedBy, version }),
        formatPlainList([formatTimeWithOffset(savedAt), formatUtc(savedAt)]),
      ],
    },
  };
}

/** Divides a checksum, which is wider than its column, in two equal lines. */
const halves = (text: string) => [text.slice(0, text.length / 2), text.slice(text.length / 2)];

const toTime = (iso: string | null) => (iso === null ? '' : formatUtc(iso));

function toFacts(document: ReceiptRow): PageFact[] {
  const facts: readonly (readonly [term: string, ...lines: string[]])[] = [
    [t('documentReceipt.field.file'), document.name],
    [t('documentReceipt.field.folder'), document.folder],
    [t('documentReceipt.field.bytes'), document.size === null ? '' : formatBytes(document.size)],
    [t('documentReceipt.field.sha256'), ...halves(document.sha256 ?? '')],
    [t('documentReceipt.field.beneficiary'), document.label ?? ''],
    [t('documentReceipt.field.recipientId'), document.recipientId ?? ''],
    [t('documentReceipt.field.key'), document.key ?? ''],
    [t('documentReceipt.field.state'), t(`documentStates.${document.state}`)],
    [t('documentReceipt.field.storedAt'), toTime(document.storedAt)],
    [t('documentReceipt.field.storeRequest'), document.storeRequestId ?? ''],
    [t('documentReceipt.field.attachedAt'), toTime(document.attachedAt)],
    [t('documentReceipt.field.attachRequest'), document.attachRequestId ?? ''],
    [t('documentReceipt.field.confirmedBy'), confirmedBy(document)],
  ];
  return facts.flatMap(([term, ...lines]) => (lines.join('') === '' ? [] : [{ term, lines }]));
}

function toTable(documents: readonly ReceiptRow[]): PageBlock {
  return {
    is: 'table',
    columns: [
      { name: t('documentReceipt.field.number'), isAtEnd: true },
      { name: t('documentReceipt.field.file'), isAtEnd: false },
      { name: t('documentReceipt.field.bytes'), isAtEnd: true },
      ...(
        [
          'sha256',
          'beneficiary',
          'recipientId',
          'key',
          'state',
          'storedAt',
          'storeRequest',
          'attachedAt',
          'attachRequest',
          'confirmedBy',
        ] as const
      ).map((field) => ({ name: t(`documentReceipt.field.${field}`), isAtEnd: false })),
    ],
    rows: documents.map((document) => [
      String(document.id),
      document.name,
      document.size === null ? '' : String(document.size),
      document.sha256 ?? '',
      document.label ?? '',
      document.recipientId ?? '',
      document.key ?? '',
      t(`documentStates.${document.state}`),
      toTime(document.storedAt),
      document.storeRequestId ?? '',
      toTime(document.attachedAt),
      document.attachRequestId ?? '',
      confirmedBy(document),
    ]),
  };
}
