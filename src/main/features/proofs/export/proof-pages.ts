/** @file Describes a proof for pages: a text with the facts that the viewer shows and the original, or an image. */
import {
  formatCalendarDate,
  formatPlainList,
  formatTime,
  formatUtc,
  t,
} from '../../../../shared/messages/index.ts';
import { amountLabel, standingLabel, statusLine } from '../../../../shared/messages/payment-status.ts';
import { formatFact } from '../../../../shared/messages/proof-facts.ts';
import { proofLabel } from '../../../../shared/messages/proof-kinds.ts';
import { fieldName } from '../../../../shared/messages/swift-field-names.ts';
import { blockName, codeMeaning, meaningLines } from '../../../../shared/messages/swift-field-values.ts';
import { groupedAmount } from '../../../../shared/model/proofs/amount.ts';
import type { CheckFailure } from '../../../../shared/model/proofs/check-failure.ts';
import type {
  IsoFactText,
  ReadText,
  ShownSwiftField,
  ShownSwiftMessage,
} from '../../../../shared/model/proofs/content.ts';
import type { ProofFacts, ProofNote } from '../../../../shared/model/proofs/proof.ts';
import type { ProofStatus } from '../../../../shared/model/proofs/status.ts';
import type { PageBlock, PageFact, TextPages } from '../../../formats/pages/text-pages.ts';
import { readText } from '../extraction/content.ts';
import { readFacts } from '../extraction/facts.ts';
import type { SniffedDocument } from '../extraction/sniff.ts';
import type { ProofOrigin } from './proof-origin.ts';

/** Notes about the content itself. The others are about what Paydesk does with the file. */
const notesAboutContent: ReadonlySet<ProofNote> = new Set([
  'answer-not-json',
  'amounts-differ',
  'cut-off',
  'json-not-interpreted',
  'not-utf8',
  'pop-missing',
  'pop-not-text',
  'statuses-contradict',
  'xml-broken',
]);

/** Describes the pages of a proof. `type` is the type that the service stated. */
export function describeProof(
  origin: ProofOrigin,
  document: SniffedDocument,
  { type, notes }: { readonly type: string | null; readonly notes: readonly ProofNote[] },
): TextPages {
  const { facts, notes: factNotes } = readFacts(document);
  const allNotes = new Set([...notes, ...document.notes, ...factNotes]);
  const receivedAt = new Date(origin.receivedAt);
  const text = document.text ?? '';
  const image =
    document.kind === 'png' || document.kind === 'jpeg'
      ? [
          {
            is: 'picture',
            mediaType: `image/${document.kind}`,
            bytes: new Uint8Array(document.bytes),
          } as const,
        ]
      : null;
  return {
    title: formatPlainList([
      [proofLabel(document), facts.messageType ?? ''].join(' ').trim(),
      ...facts.statuses.slice(0, 1).map(({ standing }) => standingLabel(standing)),
    ]),
    subtitle: origin.reference,
    blocks: image ?? [
      ...facts.statuses.map(toStatusNotice),
      ...[...allNotes]
        .filter((note) => notesAboutContent.has(note))
        .map((note): PageBlock => ({ is: 'notice', text: t(`proofsViewer.note.${note}`) })),
      { is: 'facts', facts: listKeyFacts(origin, facts, type) },
      ...(document.kind === 'empty'
        ? [{ is: 'paragraph', text: t('proofsViewer.empty.title') } as const]
        : []),
      ...describeReading(readText(document)),
      ...(text === ''
        ? []
        : [
            { is: 'heading', text: t('proofsPages.original'), level: 1 } as const,
            { is: 'original', text } as const,
          ]),
    ],
    foot: {
      name: origin.reference,
      lines: [
        t('proofsPages.origin', { profile: origin.profile, environment: origin.environment }),
        t('proofsPages.received', {
          date: formatTime(origin.receivedAt, 'day', receivedAt),
          time: formatTime(origin.receivedAt, 'clock', receivedAt),
          utc: formatUtc(origin.receivedAt),
        }),
      ],
    },
  };
}

const toStatusNotice = (status: ProofStatus): PageBlock => ({
  is: 'notice',
  text: t('proofsPages.status', { status: statusLine(status) }),
});

const toFact = (term: string, ...lines: readonly (string | null)[]): PageFact[] => {
  const stated = lines.flatMap((line) => (line === null || line === '' ? [] : [line]));
  return stated.length === 0 ? [] : [{ term, lines: stated }];
};

function listKeyFacts(origin: ProofOrigin, facts: ProofFacts, type: string | null): PageFact[] {
  const { amount, amountRole, transactions, valueDate, from, to } = facts;
  const role = amountLabel(amountRole);
  return [
    ...toFact(
      transactions > 1 ? t('proofsViewer.total', { role }) : role,
      amount === null ? null : `${groupedAmount(amount.value)} ${amount.currency}`,
    ),
    ...toFact(t('proofsViewer.valueDate'), valueDate === null ? null : formatCalendarDate(valueDate)),
    ...toFact(t('proofsViewer.from'), from),
    ...toFact(t('proofsViewer.to'), to),
    ...toFact(t('proofsPages.serviceType'), type ?? t('proofsViewer.noServiceType')),
    ...toFact(t('proofsViewer.sha256'), origin.sha256),
  ];
}

function describeReading(read: ReadText): PageBlock[] {
  switch (read.form) {
    case 'swift':
      return describeItems(
        read.messages.map((message) => ({
          title: message.title,
          statuses: message.statuses,
          facts: listSwiftFacts(message),
        })),
        read.total,
        'swift',
      );
    case 'iso':
      return describeItems(
        read.transactions.map(({ status, facts }) => ({
          title: null,
          statuses: status === null ? [] : [status],
          facts: facts.flatMap(toIsoFact),
        })),
        read.total,
        'iso',
      );
    case 'tree':
    case 'text':
      return [];
  }
}

interface Item {
  readonly title: string | null;
  /** Most severe first. */
  readonly statuses: readonly ProofStatus[];
  readonly facts: readonly PageFact[];
}

/** Describes each message or transaction under its own heading, so that no fact seems to belong to another. */
function describeItems(items: readonly Item[], total: number, what: 'swift' | 'iso'): PageBlock[] {
  const label = t(what === 'swift' ? 'proofsViewer.fields' : 'proofsViewer.facts');
  return [
    { is: 'heading', text: label, level: 1 },
    ...(items.length < total
      ? [{ is: 'paragraph', text: t('proofsPages.factsCut', { listed: items.length, total }) } as const]
      : []),
    ...items.flatMap(({ title, statuses, facts }, index): PageBlock[] => {
      const position = t(`proofsPages.item.${what}`, { position: index + 1, total });
      const heading = title === null ? position : t('proofsPages.titled', { item: position, title });
      return [
        ...(total > 1 ? [{ is: 'heading', text: heading, level: 2 } as const] : []),
        ...(total > 1 ? statuses.map(toStatusNotice) : []),
        { is: 'facts', facts: [...facts] },
      ];
    }),
  ];
}

const failureLine = (failure: CheckFailure | null) =>
  failure === null ? null : t('proofsPages.check', { failure: t(`proofsFields.check.${failure}`) });

const toIsoFact = ({ fact, text, failure }: IsoFactText): PageFact[] =>
  toFact(t(`proofsFields.fact.${fact}`), formatFact(text), failureLine(failure));

function listSwiftFacts(message: ShownSwiftMessage): PageFact[] {
  const { sender, receiver, facts, blocks, fields, comparison } = message;
  return [
    ...toFact(t('proofsViewer.sender'), sender),
    ...toFact(t('proofsViewer.receiver'), receiver),
    ...facts.flatMap(toIsoFact),
    ...blocks.flatMap(({ number, content }) => toFact(`{${number}} ${blockName(number)}`.trim(), content)),
    ...fields.flatMap((field) =>
      toFact(`${field.tag} ${fieldName(field.tag, message.type)}`, ...listValueLines(field)),
    ),
    ...(comparison === null
      ? []
      : toFact(
          t('proofsPages.amounts'),
          comparison.result === 'fits'
            ? t('proofsViewer.amountsFit', comparison)
            : t('proofsViewer.amountsDiffer', comparison),
        )),
  ];
}

/** The interpreted value of a field, else its text. */
function listValueLines({ tag, value, meaning }: ShownSwiftField): (string | null)[] {
  switch (meaning.as) {
    case 'party':
      return [
        ...meaning.lines.slice(0, 1),
        meaning.account,
        failureLine(meaning.accountFailure),
        ...meaning.lines.slice(1),
        failureLine(meaning.bicFailure),
      ];
    case 'text':
      return [...value.split('\n'), codeMeaning(tag, value), failureLine(meaning.failure)];
    default:
      return meaningLines(meaning, formatCalendarDate);
  }
}
