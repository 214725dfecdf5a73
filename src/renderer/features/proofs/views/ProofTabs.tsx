import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { t } from '../../../../shared/messages/index.ts';
import { classNames } from '../../../components/layout/class-names.ts';
import styles from './ProofTabs.module.css';

interface ProofTab {
  readonly id: string;
  readonly label: string;
  readonly content: ReactNode;
}

/** Views of the same proof, of which the first is shown initially. */
export function ProofTabs({ tabs }: { readonly tabs: readonly ProofTab[] }) {
  return (
    <Tabs className="column fill">
      <TabList className={classNames(styles.list)} aria-label={t('proofsViewer.views')}>
        {tabs.map(({ id, label }) => (
          <Tab key={id} id={id} className={classNames(styles.tab)}>
            {label}
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ id, content }) => (
        <TabPanel key={id} id={id} className={classNames(styles.panel)}>
          {content}
        </TabPanel>
      ))}
    </Tabs>
  );
}
