/** @file Labelled fields of a text proof, in the order of the proof viewer. */

import { t } from '../../src/shared/messages/index.ts';
import { fieldName } from '../../src/shared/messages/swift-field-names.ts';
import { meaningLines } from '../../src/shared/messages/swift-field-values.ts';
import type { CheckFailure } from '../../src/shared/model/proofs/check-failure.ts';
import type {
  IsoFactText,
  ReadText,
  ShownSwiftField,
  ShownSwiftMessage,
} from '../../src/shared/model/proofs/content.ts';

/** One field: its tag or element, its display name and its value. */
interface ProofField {
  readonly name: string;
  readonly value: string;
  /** Lines of the formatted value, if its format is known. */
  readonly shown?: readonly string[];
  /** Descriptions of failed checks of the value. */
  readonly checks?: readonly string[];
}

function field(name: string, value: string, failures: readonly (CheckFailure | null)[] = []): ProofField {
  const checks = failures.flatMap((failure) => (failure === null ? [] : t(`proofsFields.check.${failure}`)));
  return checks.length === 0 ? { name, value } : { name, value, checks };
}

const factField = ({ fact, text, failure }: IsoFactText) =>
  field(t(`proofsFields.fact.${fact}`), text, [failure]);

function swiftField({ tag, value, meaning }: ShownSwiftField, type: string | null): ProofField {
  const failures =
    meaning.as === 'party'
      ? [meaning.accountFailure, meaning.bicFailure]
      : [meaning.as === 'text' ? meaning.failure : null];
  const lines = meaningLines(meaning, (date) => date);
  const proofField = field(`${tag} ${fieldName(tag, type)}`, value, failures);
  return lines.length === 0 ? proofField : { ...proofField, shown: lines };
}

function messageFields({ type, sender, receiver, facts, fields }: ShownSwiftMessage): ProofField[] {
  return [
    ...(sender === null ? [] : [field(t('proofsViewer.sender'), sender)]),
    ...(receiver === null ? [] : [field(t('proofsViewer.receiver'), receiver)]),
    ...facts.map(factField),
    ...fields.map((shownField) => swiftField(shownField, type)),
  ];
}

/** Returns the fields of a SWIFT message, or the facts of payments in XML or JSON; empty for other texts. */
export function proofFields(read: ReadText): ProofField[] {
  if (read.form === 'swift') return read.messages.flatMap(messageFields);
  return read.form === 'iso' ? read.transactions.flatMap(({ facts }) => facts.map(factField)) : [];
}
