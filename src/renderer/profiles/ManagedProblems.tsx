import { useState } from 'react';
import { describeError } from '../../shared/messages/error-messages.ts';
import { t } from '../../shared/messages/index.ts';

import { useTopicPart } from '../bridge.ts';
import { LinkButton } from '../components/Button.tsx';
import { Notice } from '../components/Notice.tsx';

const none: readonly string[] = [];

/** The problems of the managed file, for the clerk to show to the IT department. */
export function ManagedProblems() {
  const problems = useTopicPart('profiles', (profiles) => profiles.managedProblems, none);
  const [showsAll, setShowsAll] = useState(false);
  if (problems.length === 0) return null;
  const { title, detail } = describeError({ code: 'managed-file-invalid', details: {} });
  const shown = showsAll ? problems : problems.slice(0, 1);
  const hidden = problems.length - 1;
  return (
    <Notice
      tone="warning"
      title={title}
      facts={
        <span className="managed-problems selectable">
          {shown.map((problem) => (
            <span key={problem}>{problem}</span>
          ))}
        </span>
      }
      {...(hidden === 0
        ? {}
        : {
            actions: (
              <LinkButton small onPress={() => setShowsAll(!showsAll)}>
                {showsAll
                  ? t('profiles.managedProblems.less')
                  : t('profiles.managedProblems.more', { count: hidden })}
              </LinkButton>
            ),
          })}
    >
      {detail}
    </Notice>
  );
}
