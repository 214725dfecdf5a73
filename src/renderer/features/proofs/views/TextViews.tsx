/** @file Proofs that are text: XML and JSON with their structure, everything else as it stands. */
import { useState } from 'react';
import { groupedAmount } from '../../../../shared/model/proofs/amount.ts';
import { readIso } from '../../../../shared/model/proofs/iso20022.ts';
import type { ProofKind } from '../../../../shared/model/proofs/proof.ts';
import { readXml } from '../../../../shared/model/proofs/xml.ts';
import { statusLine } from '../../../../shared/words/payment-status.ts';
import { isoFactWords } from '../../../../shared/words/proofs-fields.ts';
import { proofsScreenWords } from '../../../../shared/words/proofs-screen.ts';
import { Facts } from '../../../components/Facts.tsx';
import { formatCalendarDate } from '../../../components/format.ts';
import { Pane } from '../../../components/Pane.tsx';
import { Mt103View } from './Mt103View.tsx';
import { RawText } from './RawText.tsx';
import { Stepper } from './Stepper.tsx';
import { Tree } from './Tree.tsx';
import { jsonParts, xmlPart } from './trees.tsx';

const words = proofsScreenWords.viewer;

/** Props of {@link TextView}. */
export interface TextViewProps {
  readonly kind: ProofKind;
  readonly text: string;
  readonly whole: boolean;
}

function Plain({ text, whole }: Omit<TextViewProps, 'kind'>) {
  return (
    <Pane className="proof-plain" label={words.raw}>
      <RawText text={text} whole={whole} wrap />
    </Pane>
  );
}

/** Amounts and dates as everywhere else in Paydesk; anything else as it stands. */
function shownFact(text: string): string {
  const money = /^([A-Z]{3}) (\d+(?:\.\d+)?)$/.exec(text);
  if (money !== null) return `${groupedAmount(money[2] ?? '')} ${money[1]}`;
  return /^\d{4}-\d\d-\d\d$/.test(text) ? formatCalendarDate(text) : text;
}

function XmlView({ kind, text, whole }: TextViewProps) {
  const [place, setPlace] = useState(0);
  const reading = readXml(text);
  if (reading.result !== 'read') return <Plain text={text} whole={whole} />;
  const transactions = kind === 'iso20022' ? readIso(reading.root).transactions : [];
  const shown = transactions[Math.min(place, transactions.length - 1)];
  const status = shown?.status ?? null;
  const facts = [
    ...(status === null ? [] : [{ term: words.status, value: statusLine(status) }]),
    ...(shown?.facts ?? []).map(({ fact, text: value }) => ({
      term: isoFactWords[fact],
      value: shownFact(value),
    })),
  ];
  const tree = <Tree parts={[xmlPart(reading.root)]} />;
  if (facts.length === 0)
    return (
      <Pane className="proof-plain" label={words.tree}>
        {tree}
      </Pane>
    );
  return (
    <div className="proof-panes proof-panes-even">
      <Pane className="proof-fields proof-facts" label={words.facts}>
        <h3>
          {words.facts} <span className="faint">{words.fieldsMore}</span>
        </h3>
        <Stepper place={place} all={transactions.length} onPlace={setPlace} />
        <Facts facts={facts} />
      </Pane>
      <Pane className="proof-raw" label={words.tree}>
        <h3>{words.tree}</h3>
        {tree}
      </Pane>
    </div>
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text.trim());
    return true;
  } catch {
    return false;
  }
}

/** A proof that is text. Markup of a page is only ever its source. */
export function TextView({ kind, text, whole }: TextViewProps) {
  if (kind === 'mt103') return <Mt103View text={text} whole={whole} />;
  if (kind === 'iso20022' || kind === 'xml') return <XmlView kind={kind} text={text} whole={whole} />;
  if (kind !== 'json' || !whole || !isJson(text)) return <Plain text={text} whole={whole} />;
  return (
    <Pane className="proof-plain" label={words.tree}>
      <Tree parts={jsonParts(text)} />
    </Pane>
  );
}
