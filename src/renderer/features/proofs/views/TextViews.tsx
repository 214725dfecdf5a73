/** @file Views of text proofs: XML and JSON with their structure, other text verbatim. */

import { useState } from 'react';
import { formatCalendarDate, t } from '../../../../shared/messages/index.ts';
import { statusLine } from '../../../../shared/messages/payment-status.ts';
import { groupedAmount } from '../../../../shared/model/proofs/amount.ts';
import type { ProofContent, ReadText } from '../../../../shared/model/proofs/content.ts';
import { Facts } from '../../../components/Facts.tsx';
import { Pane } from '../../../components/Pane.tsx';
import { buildTree } from './build-tree.tsx';
import { FailedCheck } from './FailedCheck.tsx';
import { RawText } from './RawText.tsx';
import { Stepper } from './Stepper.tsx';
import { SwiftView } from './SwiftView.tsx';
import { Tree } from './Tree.tsx';

/** Formats amounts and dates; other facts are shown verbatim. */
function formatFact(text: string): string {
  const amountMatch = /^([A-Z]{3}) (\d+(?:\.\d+)?)$/.exec(text);
  if (amountMatch !== null) return `${groupedAmount(amountMatch[2] ?? '')} ${amountMatch[1]}`;
  return /^\d{4}-\d\d-\d\d$/.test(text) ? formatCalendarDate(text) : text;
}

function TooLarge() {
  return <p className="raw-cut sm dim">{t('proofsViewer.structureTooLarge')}</p>;
}

function IsoView({ transactions, total, tree }: Extract<ReadText, { form: 'iso' }>) {
  const [position, setPosition] = useState(0);
  const transaction = transactions[Math.min(position, transactions.length - 1)];
  const status = transaction?.status ?? null;
  const facts = [
    ...(status === null ? [] : [{ term: t('proofsViewer.status'), value: statusLine(status) }]),
    ...(transaction?.facts ?? []).map(({ fact, text, failure }) => ({
      term: t(`proofsFields.fact.${fact}`),
      value: (
        <>
          {formatFact(text)}
          <FailedCheck failure={failure} />
        </>
      ),
    })),
  ];
  return (
    <div className="proof-panes proof-panes-even">
      <Pane className="proof-fields proof-facts" label={t('proofsViewer.facts')}>
        <h3>
          {t('proofsViewer.facts')} <span className="faint">{t('proofsViewer.fieldsDetail')}</span>
        </h3>
        <Stepper
          index={position}
          listedCount={transactions.length}
          total={total}
          what="iso"
          title={null}
          status={status}
          onSelect={setPosition}
        />
        <Facts facts={facts} />
      </Pane>
      <Pane className="proof-raw" label={t('proofsViewer.structure')}>
        <h3>{t('proofsViewer.structure')}</h3>
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
        <Pane className="proof-plain" label={t('proofsViewer.structure')}>
          <Tree nodes={buildTree(read.tree)} />
        </Pane>
      );
    case 'text':
      return (
        <Pane className="proof-plain" label={t('proofsViewer.raw')}>
          {read.isTooLarge && <TooLarge />}
          <RawText text={text} isWhole={isWhole} wrap />
        </Pane>
      );
  }
}
