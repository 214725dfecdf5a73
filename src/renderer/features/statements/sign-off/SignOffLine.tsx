import { useState } from 'react';
import { formatTime, t } from '../../../../shared/messages/index.ts';
import type { SignOffEntry } from '../../../../shared/model/statements/sign-off.ts';
import { Button, LinkButton } from '../../../components/actions/Button.tsx';
import { useNow } from '../../../components/layout/clock-tick.ts';
import { FoldingBar } from '../../../components/layout/FoldingBar.tsx';
import { Icon } from '../../../components/layout/Icon.tsx';
import { useViewer } from '../grid/state/viewer-context.ts';
import styles from './SignOff.module.css';
import { SignOffDialog } from './SignOffDialog.tsx';
import { SignOffHistory } from './SignOffHistory.tsx';
import { WithdrawDialog } from './WithdrawDialog.tsx';

/** Opens the sign-off of the open statement; nothing while the statement is signed off. */
export function SignOffButton() {
  const { statement, signOffs, set } = useViewer();
  const [isOpen, setIsOpen] = useState(false);
  if (statement === null || signOffs === null || signOffs.at(-1)?.type === 'signed') return null;
  return (
    <>
      <Button icon="check-circle" onPress={() => setIsOpen(true)}>
        {t('signOff.open')}
      </Button>
      {isOpen && (
        <SignOffDialog
          statements={[{ id: statement.id, label: null }]}
          onSigned={(history) => set({ signOffs: history })}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

/** Says who signed the statement off, and what ended the sign-off. */
function describeLast(signOffs: readonly SignOffEntry[], now: Date): string {
  const signed = signOffs.findLast(({ type }) => type === 'signed');
  const last = signOffs.at(-1);
  if (signed === undefined || last === undefined) return '';
  const at = formatTime(signed.at, 'moment', now);
  const ended = { at, who: signed.who, endedAt: formatTime(last.at, 'moment', now), endedBy: last.who };
  switch (last.type) {
    case 'signed':
      return t('signOff.line.signed', { at, who: signed.who });
    case 'withdrawn':
      return t('signOff.line.withdrawn', ended);
    case 'reopened':
      return t('signOff.line.reopened', { ...ended, cause: last.cause });
  }
}

/** The sign-off of the open statement, beside its title; nothing for a statement that was never signed off. */
export function SignOffLine() {
  const { statement, signOffs } = useViewer();
  const now = useNow();
  const [dialog, setDialog] = useState<'withdraw' | 'history' | null>(null);
  if (statement === null || signOffs === null || signOffs.length === 0) return null;
  const isSigned = signOffs.at(-1)?.type === 'signed';
  const onClose = () => setDialog(null);
  const described = describeLast(signOffs, now);
  return (
    <aside className={styles.line} aria-label={t('signOff.title')} data-part="sign-off-line">
      <span className={styles.state} data-signed={isSigned ? '' : undefined} title={described}>
        <Icon name={isSigned ? 'check-circle' : 'alert'} size="sm" />
        <span className="cut" title={described}>
          {described}
        </span>
      </span>
      <FoldingBar
        items={[
          {
            id: 'history',
            content: (
              <LinkButton small onPress={() => setDialog('history')}>
                {t('signOff.history')}
              </LinkButton>
            ),
          },
          {
            id: 'withdraw',
            content: isSigned && (
              <LinkButton small onPress={() => setDialog('withdraw')}>
                {t('signOff.withdraw')}
              </LinkButton>
            ),
          },
        ]}
      />
      {dialog === 'withdraw' && <WithdrawDialog statementId={statement.id} onClose={onClose} />}
      {dialog === 'history' && <SignOffHistory signOffs={signOffs} onClose={onClose} />}
    </aside>
  );
}
