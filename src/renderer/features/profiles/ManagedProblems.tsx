import { useState } from 'react';
import { describeError } from '../../../shared/messages/error-messages.ts';
import { t } from '../../../shared/messages/index.ts';

import { useTopicPart } from '../../bridge.ts';
import { LinkButton } from '../../components/actions/Button.tsx';
import { classNames } from '../../components/layout/class-names.ts';
import { Notice } from '../../components/messages/Notice.tsx';
import styles from './Profiles.module.css';

const noProblems: readonly string[] = [];

/** The problems of the managed file, for the clerk to show to the IT department. */
export function ManagedProblems() {
  const problems = useTopicPart('profiles', (profiles) => profiles.managedProblems, noProblems);
  const [showsAll, setShowsAll] = useState(false);
  if (problems.length === 0) return null;
  const { title, detail } = describeError({ code: 'managed-file-invalid', details: {} });
  const shownProblems = showsAll ? problems : problems.slice(0, 1);
  const hiddenCount = problems.length - 1;
  return (
    <Notice
      tone="warning"
      title={title}
      facts={
        <span className={classNames(styles.managedProblems, 'selectable')}>
          {shownProblems.map((problem) => (
            <span key={problem}>{problem}</span>
          ))}
        </span>
      }
      {...(hiddenCount === 0
        ? {}
        : {
            actions: (
              <LinkButton small onPress={() => setShowsAll(!showsAll)}>
                {showsAll
                  ? t('profiles.managedProblems.less')
                  : t('profiles.managedProblems.more', { count: hiddenCount })}
              </LinkButton>
            ),
          })}
    >
      {detail}
    </Notice>
  );
}
