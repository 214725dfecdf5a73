import { t } from '../../../../shared/messages/index.ts';
import type { SignOffEntry } from '../../../../shared/model/statements/sign-off.ts';
import { Dialog, DialogCancel } from '../../../components/dialogs/Dialog.tsx';
import { Time } from '../../../components/layout/Time.tsx';
import styles from './SignOff.module.css';

function describeEntry(entry: SignOffEntry): string {
  switch (entry.type) {
    case 'signed':
      return t('signOff.history.signed', {
        rows: entry.facts.rows,
        unticked: entry.facts.rows - entry.facts.ticked,
      });
    case 'withdrawn':
      return t('signOff.history.withdrawn', { reason: entry.reason });
    case 'reopened':
      return t('signOff.history.reopened', { cause: entry.cause });
  }
}

/** The explanations of a sign-off, each with what the check found. */
function Explanations({ entry }: { readonly entry: SignOffEntry }) {
  if (entry.type !== 'signed') return null;
  return entry.facts.openChecks.map(({ id, title }) => (
    <span key={id} className="dim">
      {t('signOff.history.explanation', {
        check: title,
        text: entry.explanations.find((explanation) => explanation.id === id)?.text ?? '',
      })}
    </span>
  ));
}

interface SignOffHistoryProps {
  readonly signOffs: readonly SignOffEntry[];
  readonly onClose: () => void;
}

/** All sign-offs, withdrawals and reopenings of the open statement, newest first. */
export function SignOffHistory({ signOffs, onClose }: SignOffHistoryProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title={t('signOff.history.title')}
      actions={<DialogCancel>{t('signOff.history.close')}</DialogCancel>}
    >
      <ol className={styles.history}>
        {signOffs.toReversed().map((entry) => (
          <li key={`${entry.type} ${entry.at}`} className="sm">
            <span className={styles.entry}>
              {describeEntry(entry)}
              <Explanations entry={entry} />
            </span>
            <span className="dim nowrap">
              {entry.who}, <Time value={entry.at} form="moment" />
            </span>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
