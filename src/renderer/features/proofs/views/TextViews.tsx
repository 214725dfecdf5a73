/** @file Views of text proofs: XML and JSON with their structure, other text verbatim. */
import { useState } from 'react';
import { formatCalendarDate } from '../../../../shared/messages/index.ts';
import { groupedAmount } from '../../../../shared/model/proofs/amount.ts';
import type { ProofContent, ReadText } from '../../../../shared/model/proofs/content.ts';
import { statusLine } from '../../../../shared/words/payment-status.ts';
import { isoFactWords } from '../../../../shared/words/proofs-fields.ts';
import { proofsScreenWords } from '../../../../shared/words/proofs-screen.ts';
import { Facts } from '../../../components/Facts.tsx';
import { Pane } from '../../../components/Pane.tsx';
import { buildTree } from './build-tree.tsx';
import { FailedCheck } from './FailedCheck.tsx';
import { RawText } from './RawText.tsx';
import { Stepper } from './Stepper.tsx';
import { SwiftView } from './SwiftView.tsx';
import { Tree } from './Tree.tsx';

const words = proofsScreenWords.viewer;

/** Formats amounts and dates; other facts are shown verbatim. */
function shownFact(text: string): string {
  const money = /^([A-Z]{3}) (\d+(?:\.\d+)?)$/.exec(text);
  if (money !== null) return `${groupedAmount(money[2] ?? '')} ${money[1]}`;
  return /^\d{4}-\d\d-\d\d$/.test(text) ? formatCalendarDate(text) : text;
}

function TooLarge() {
  return <p className="raw-cut sm dim">{words.structureTooLarge}</p>;
}

function IsoView({ transactions, total, tree }: Extract<ReadText, { form: 'iso' }>) {
  const [place, setPlace] = useState(0);
  const shown = transactions[Math.min(place, transactions.length - 1)];
  const status = shown?.status ?? null;
  const facts = [
    ...(status === null ? [] : [{ term: words.status, value: statusLine(status) }]),
    ...(shown?.facts ?? []).map(({ fact, text, failure }) => ({
      term: isoFactWords[fact],
      value: (
        <>
          {shownFact(text)}
          <FailedCheck failure={failure} />
        </>
      ),
    })),
  ];
  return (
    <div className="proof-panes proof-panes-even">
      <Pane className="proof-fields proof-facts" label={words.facts}>
        <h3>
          {words.facts} <span className="faint">{words.fieldsMore}</span>
        </h3>
        <Stepper
          index={place}
          listed={transactions.length}
          total={total}
          what="iso"
          title={null}
          status={status}
          onPlace={setPlace}
        />
        <Facts facts={facts} />
      </Pane>
      <Pane className="proof-raw" label={words.tree}>
        <h3>{words.tree}</h3>
        {tree === null ? <TooLarge /> : <Tree nodes={buildTree(tree)} />}
      </Pane>
    </div>
  );
}

/** View of a text proof, as main read it. Markup is always shown as source. */
export function TextView({ content }: { readonly content: ProofContent }) {
  const { text, isWhole, read } = content;
  switch (read.form) {
    case 'swift':
      return <SwiftView text={text} isWhole={isWhole} messages={read.messages} total={read.total} />;
    case 'iso':
      return <IsoView {...read} />;
    case 'tree':
      return (
        <Pane className="proof-plain" label={words.tree}>
          <Tree nodes={buildTree(read.tree)} />
        </Pane>
      );
    case 'text':
      return (
        <Pane className="proof-plain" label={words.raw}>
          {read.isTooLarge && <TooLarge />}
          <RawText text={text} isWhole={isWhole} wrap />
        </Pane>
      );
  }
}
