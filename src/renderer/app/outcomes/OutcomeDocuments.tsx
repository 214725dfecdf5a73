import { useMemo } from 'react';
import { t } from '../../../shared/messages/index.ts';
import type { UnknownOutcome } from '../../../shared/model/beneficiary.ts';
import { Button, LinkButton } from '../../components/actions/Button.tsx';
import { copyText } from '../../components/actions/copy-text.ts';
import { FileName } from '../../components/files/FileName.tsx';
import { classNames } from '../../components/layout/class-names.ts';
import { Pane } from '../../components/layout/Pane.tsx';
import { showMoreLabel, useShowMore } from '../../components/layout/use-show-more.ts';
import { State } from '../../components/messages/State.tsx';
import { toastCopied } from '../toasts/toasts.ts';
import { formatDocumentLines, sortNewFirst } from './document-lines.ts';
import styles from './Outcomes.module.css';

/** Rows rendered at once, so that thousands of documents do not block the window. */
const pageSize = 500;

/** All names and keys of an unknown outcome: a scrolling list with its count and a copy button. */
export function OutcomeDocuments({ documents }: Pick<UnknownOutcome, 'documents'>) {
  const sortedDocuments = useMemo(() => sortNewFirst(documents), [documents]);
  const page = useShowMore(sortedDocuments, pageSize, pageSize);
  const newCount = documents.filter(({ isNew }) => isNew).length;
  return (
    <div className={styles.documents}>
      <div className={styles.documentsHead}>
        <span>
          {newCount === documents.length
            ? t('outcomes.facts.count', { all: newCount })
            : t('outcomes.facts.countKnown', {
                all: documents.length,
                added: newCount,
                known: documents.length - newCount,
              })}
        </span>
        <Button
          size="tiny"
          icon="copy"
          onPress={() => toastCopied(copyText(formatDocumentLines(sortedDocuments)))}
        >
          {t('outcomes.facts.copy')}
        </Button>
      </div>
      <Pane label={t('outcomes.facts.documents')} className={classNames(styles.documentsList)}>
        <ul>
          {page.shown.map(({ name, key, isNew }) => (
            <li key={key}>
              <FileName name={name} whole />
              <State icon={isNew ? 'plus' : 'check'} tone={isNew ? 'run' : 'plain'}>
                {isNew ? t('outcomes.facts.new') : t('outcomes.facts.known')}
              </State>
              <span className="raw selectable">{key}</span>
            </li>
          ))}
          {page.hiddenCount > 0 && (
            <li>
              <LinkButton onPress={page.showMore}>
                {showMoreLabel(page.nextCount, page.hiddenCount)}
              </LinkButton>
            </li>
          )}
        </ul>
      </Pane>
    </div>
  );
}
