import { useEffect, useState } from 'react';
import { t } from '../../../../shared/messages/index.ts';
import type { MatchSettings } from '../../../../shared/model/statements/ledger.ts';
import type { ReadOptions } from '../../../../shared/model/statements/open-statement.ts';
import { toast } from '../../../app/toasts/toasts.ts';
import { call } from '../../../bridge.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { useAsyncAction } from '../../../components/actions/use-async-action.ts';
import { useQuery } from '../../../components/layout/use-query.ts';
import { ErrorNotice } from '../../../components/messages/ErrorNotice.tsx';
import { Skeleton } from '../../../components/messages/Skeleton.tsx';
import { useViewer } from '../grid/state/viewer-context.ts';
import { ReadDialog } from '../interpretation/ReadDialog.tsx';
import styles from './Ledger.module.css';
import { LedgerChoice } from './LedgerChoice.tsx';
import { LedgerMatching } from './LedgerMatching.tsx';

interface LedgerInterpretationProps {
  readonly ledgerId: string;
  readonly onClose: () => void;
  /** Called when another reading was stored. */
  readonly onChange: () => void;
}

/** How a ledger is read: the same dialog as for a statement. */
function LedgerInterpretation({ ledgerId, onClose, onChange }: LedgerInterpretationProps) {
  const loadPreview = (options: ReadOptions | null) =>
    call('viewer.ledger', { action: 'preview', ledgerId, options });
  const { value, error } = useQuery({
    queryKey: JSON.stringify(['ledger reading', ledgerId]),
    load: () => loadPreview(null),
  });
  const { error: failure, run } = useAsyncAction();
  const apply = (options: ReadOptions) =>
    run(async () => {
      await call('viewer.ledger', { action: 'read', ledgerId, options });
      toast({ sentence: t('ledger.toast.reading') });
      onClose();
      onChange();
    });
  const shownError = failure ?? error;
  if (shownError !== null) return <ErrorNotice error={shownError} />;
  if (value === null) return null;
  return (
    <ReadDialog
      loadPreview={async (options) => (await loadPreview(options)).preview}
      opened={value.preview.opened}
      remembered={value.isChosen ? 'applied' : 'none'}
      hints={{ kept: t('ledger.reading.kept'), forgotten: t('ledger.reading.forgotten') }}
      onClose={onClose}
      onApply={(options) => void apply(options)}
    />
  );
}

/** Matches what is open with a ledger. Works offline. */
export function LedgerMode() {
  const { ledgerId, set } = useViewer();
  /** The imported ledger whose reading the clerk should check. */
  const [doubtfulId, setDoubtfulId] = useState<string | null>(null);
  return ledgerId === null ? (
    <LedgerChoice
      onChoose={(id, isDoubtful) => {
        setDoubtfulId(isDoubtful ? id : null);
        set({ ledgerId: id });
      }}
    />
  ) : (
    <ChosenLedger
      key={ledgerId}
      ledgerId={ledgerId}
      isDoubtful={ledgerId === doubtfulId}
      onLeave={() => set({ ledgerId: null })}
    />
  );
}

interface ChosenLedgerProps {
  readonly ledgerId: string;
  readonly isDoubtful: boolean;
  readonly onLeave: () => void;
}

function ChosenLedger({ ledgerId, isDoubtful, onLeave }: ChosenLedgerProps) {
  const [isReadingOpen, setIsReadingOpen] = useState(isDoubtful);
  const [reading, setReading] = useState(0);
  const { handle, dispatch } = useViewer();
  const [settings, setSettings] = useState<MatchSettings | null>(null);
  const { value, error, retry } = useQuery({
    queryKey: JSON.stringify([handle, ledgerId, settings, reading]),
    load: () => call('viewer.ledger', { action: 'match', handle, ledgerId, settings }),
    keepsPrevious: true,
  });
  useEffect(() => {
    if (value !== null) dispatch({ type: 'states-changed', kind: 'ledger', isSet: true });
  }, [value, dispatch]);
  const tryAgain = async () => {
    // If the count of attempts cannot be reset, the next attempt says so again.
    if (error?.code === 'ledger-unreadable')
      await call('viewer.ledger', { action: 'retry', ledgerId }).catch(() => undefined);
    retry();
  };
  const dialog = isReadingOpen && (
    <LedgerInterpretation
      ledgerId={ledgerId}
      onClose={() => setIsReadingOpen(false)}
      onChange={() => setReading((current) => current + 1)}
    />
  );
  if (error !== null)
    return (
      <div className={styles.problem}>
        <ErrorNotice
          error={error}
          actions={
            <>
              {error.code === 'ledger-ambiguous' && error.details['side'] === 'ledger' && (
                <Button variant="primary" onPress={() => setIsReadingOpen(true)}>
                  {t('ledger.reading')}
                </Button>
              )}
              <Button onPress={() => void tryAgain()}>{t('ledger.tryAgain')}</Button>
              <Button onPress={onLeave}>{t('ledger.other')}</Button>
            </>
          }
        />
        {dialog}
      </div>
    );
  if (value === null)
    return (
      <div className={styles.problem}>
        <p role="status">{t('ledger.loading')}</p>
        <Skeleton rows={12} pieces={6} />
        {dialog}
      </div>
    );
  return (
    <>
      <LedgerMatching
        key={JSON.stringify([value.settings, value.ledger.id, reading])}
        matching={value}
        onSettings={setSettings}
        onReading={() => setIsReadingOpen(true)}
        onLeave={onLeave}
      />
      {dialog}
    </>
  );
}
