/** @file Views of text proofs: XML and JSON with their structure, other text verbatim. */

import { type ReactNode, useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { t } from '../../../../shared/messages/index.ts';
import { statusLine } from '../../../../shared/messages/payment-status.ts';
import { formatFact } from '../../../../shared/messages/proof-facts.ts';
import type { ProofContent, ReadText } from '../../../../shared/model/proofs/content.ts';
import { classNames } from '../../../components/layout/class-names.ts';
import { Facts } from '../../../components/layout/Facts.tsx';
import { Pane } from '../../../components/layout/Pane.tsx';
import { FailedCheck } from './FailedCheck.tsx';
import tabsStyles from './ProofTabs.module.css';
import { RawText } from './RawText.tsx';
import { Stepper } from './Stepper.tsx';
import { SwiftView } from './SwiftView.tsx';
import { Tree } from './Tree.tsx';
import styles from './Views.module.css';

function TooLarge() {
  return <p className={classNames(styles.rawCut, 'sm dim')}>{t('proofsViewer.structureTooLarge')}</p>;
}

type IsoText = Extract<ReadText, { form: 'iso' }>;

function IsoFacts({ transactions, total }: Pick<IsoText, 'transactions' | 'total'>) {
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
    <Pane className={classNames(styles.fields, styles.facts)} label={t('proofsViewer.facts')}>
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
  );
}

function Structure({ tree }: Pick<IsoText, 'tree'>) {
  return (
    <Pane className={classNames(styles.plain)} data-part="original" label={t('proofsViewer.structure')}>
      {tree === null ? <TooLarge /> : <Tree nodes={tree} />}
    </Pane>
  );
}

function RawPlain({ text, isWhole }: Pick<ProofContent, 'text' | 'isWhole'>) {
  return (
    <Pane className={classNames(styles.plain)} label={t('proofsViewer.raw')}>
      <RawText text={text} isWhole={isWhole} />
    </Pane>
  );
}

/** View of a text proof, as main read it: facts first. Markup is always shown as source. */
export function TextView({ content }: { readonly content: ProofContent }) {
  const { text, isWhole, read } = content;
  const originalTab = {
    id: 'raw',
    label: t('proofsViewer.raw'),
    content: <RawPlain text={text} isWhole={isWhole} />,
  };
  const structureTab = (tree: IsoText['tree']) => ({
    id: 'structure',
    label: t('proofsViewer.structure'),
    content: <Structure tree={tree} />,
  });
  switch (read.form) {
    case 'swift':
      return <SwiftView text={text} isWhole={isWhole} messages={read.messages} total={read.total} />;
    case 'iso': {
      const factsTab = {
        id: 'facts',
        label: t('proofsViewer.facts'),
        content: <IsoFacts transactions={read.transactions} total={read.total} />,
      };
      return <ProofTabs tabs={[factsTab, originalTab, structureTab(read.tree)]} />;
    }
    case 'tree':
      return <ProofTabs tabs={[structureTab(read.tree), originalTab]} />;
    case 'text':
      return (
        <Pane className={classNames(styles.plain)} label={t('proofsViewer.raw')}>
          {read.isTooLarge && <TooLarge />}
          <RawText text={text} isWhole={isWhole} />
        </Pane>
      );
  }
}

interface ProofTab {
  readonly id: string;
  readonly label: string;
  readonly content: ReactNode;
}

/** Views of the same proof, of which the first is shown initially. */
function ProofTabs({ tabs }: { readonly tabs: readonly ProofTab[] }) {
  return (
    <Tabs className="column fill">
      <TabList className={classNames(tabsStyles.list)} aria-label={t('proofsViewer.views')}>
        {tabs.map(({ id, label }) => (
          <Tab key={id} id={id} className={classNames(tabsStyles.tab)}>
            {label}
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ id, content }) => (
        <TabPanel key={id} id={id} className={classNames(tabsStyles.panel)}>
          {content}
        </TabPanel>
      ))}
    </Tabs>
  );
}
