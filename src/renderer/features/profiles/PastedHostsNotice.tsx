import { formatList, t } from '../../../shared/messages/index.ts';
import { displayHost, type HostName, hostNames } from '../../../shared/model/session/environment.ts';

import { Button } from '../../components/actions/Button.tsx';
import { Select } from '../../components/fields/Select.tsx';
import { Notice } from '../../components/messages/Notice.tsx';
import styles from './Profiles.module.css';
import type { PastedHosts, UnassignedHost } from './pasted-hosts.ts';

/** Describes which fields a pasted list has filled. */
export function describePastedHosts({ assigned }: PastedHosts): string {
  const names = hostNames.filter((name) => assigned[name] !== undefined);
  const labels = formatList(names.map((name) => t(`profileFacts.hosts.${name}`)));
  return t('profiles.editor.pasted.title', { count: names.length, names: labels });
}

interface PastedHostsNoticeProps {
  readonly pasted: PastedHosts;
  readonly onAssign: (name: HostName, host: UnassignedHost) => void;
  readonly onUndo: () => void;
  readonly onDismiss: () => void;
}

/** The result of a pasted list: the filled fields, and a question for each host without a clear service. */
export function PastedHostsNotice({ pasted, onAssign, onUndo, onDismiss }: PastedHostsNoticeProps) {
  const { unassigned } = pasted;
  const hasQuestions = unassigned.length > 0;
  return (
    <Notice
      tone={hasQuestions ? 'warning' : 'info'}
      title={describePastedHosts(pasted)}
      actionsAt="end"
      actions={
        <>
          <Button size="small" onPress={onUndo}>
            {t('profiles.editor.pasted.undo')}
          </Button>
          <Button size="small" variant="quiet" onPress={onDismiss}>
            {t('profiles.editor.pasted.dismiss')}
          </Button>
        </>
      }
      details={
        hasQuestions ? (
          <div className={styles.pastedHosts}>
            {unassigned.map((host) => (
              <Select
                key={host.address}
                size="small"
                label={displayHost(host.address)}
                placeholder={t('profiles.editor.pasted.choose')}
                value={null}
                onChange={(name) => onAssign(name, host)}
                options={hostNames.map((name) => ({
                  id: name,
                  label: t(`profileFacts.hosts.${name}`),
                  ...(host.candidates.length < hostNames.length && host.candidates.includes(name)
                    ? { detail: t('profiles.editor.pasted.named') }
                    : {}),
                }))}
              />
            ))}
          </div>
        ) : null
      }
    >
      {hasQuestions
        ? t('profiles.editor.pasted.ask', { count: unassigned.length })
        : t('profiles.editor.suggestion.check')}
    </Notice>
  );
}
