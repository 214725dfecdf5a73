import { useState } from 'react';
import type { CommandResult } from '../../../../shared/contract/index.ts';
import { formatBytes, t } from '../../../../shared/messages/index.ts';
import type { Ledger } from '../../../../shared/model/statements/ledger.ts';
import { toast } from '../../../app/toasts/toasts.ts';
import { call } from '../../../bridge.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { IconButton } from '../../../components/actions/IconButton.tsx';
import { useAsyncAction } from '../../../components/actions/use-async-action.ts';
import { ConfirmDialog } from '../../../components/dialogs/Dialog.tsx';
import { Time } from '../../../components/layout/Time.tsx';
import { useQuery } from '../../../components/layout/use-query.ts';
import { Empty } from '../../../components/messages/Empty.tsx';
import { ErrorNotice } from '../../../components/messages/ErrorNotice.tsx';
import { Skeleton } from '../../../components/messages/Skeleton.tsx';
import { useViewer } from '../grid/state/viewer-context.ts';
import styles from './Ledger.module.css';
import { SheetDialog } from './SheetDialog.tsx';

type Imported = CommandResult<'viewer.ledger', 'chooseSheet'>;
type SheetChoice = Extract<Imported, { readonly sheets: unknown }>;

function describeName({ name, sheet }: Ledger): string {
  return sheet === null ? name : t('ledger.sheet.name', { name, sheet });
}

interface LedgerChoiceProps {
  /** `isDoubtful`: the clerk should check how the file is read. */
  readonly onChoose: (ledgerId: string, isDoubtful: boolean) => void;
}

export function LedgerChoice({ onChoose }: LedgerChoiceProps) {
  const { dispatch } = useViewer();
  const [sheetChoice, setSheetChoice] = useState<SheetChoice | null>(null);
  const [removed, setRemoved] = useState<Ledger | null>(null);
  const [revision, setRevision] = useState(0);
  const { busy, error, run } = useAsyncAction();
  const ledgers = useQuery({
    queryKey: 'ledgers',
    revision,
    load: () => call('viewer.ledger', { action: 'list' }),
  });
  const accept = (imported: Imported) => {
    if ('sheets' in imported) {
      setSheetChoice(imported);
      return;
    }
    const { ledger, isKnown, isDoubtful } = imported;
    const name = describeName(ledger);
    toast({ sentence: t(isKnown ? 'ledger.toast.known' : 'ledger.toast.imported', { name }) });
    onChoose(ledger.id, isDoubtful);
  };
  const importLedger = () =>
    run(async () => {
      const imported = await call('viewer.ledger', { action: 'choose' });
      if (imported !== null) accept(imported);
    });
  const remove = async (ledger: Ledger) => {
    const name = describeName(ledger);
    const { wasMatched } = await call('viewer.ledger', { action: 'remove', ledgerId: ledger.id });
    if (wasMatched) dispatch({ type: 'states-changed', kind: 'ledger', isSet: false });
    toast({ sentence: t('ledger.toast.removed', { name }) });
    setRevision((current) => current + 1);
  };
  const shownError = error ?? ledgers.error;
  return (
    <div className="fill scroll">
      {shownError !== null && <ErrorNotice error={shownError} />}
      {ledgers.value === null && ledgers.error === null && <Skeleton rows={3} pieces={3} />}
      <Empty
        icon="ledger"
        title={t('ledger.empty.title')}
        lead={t('ledger.empty.lead')}
        actions={
          <Button variant="primary" disabled={busy} onPress={() => void importLedger()}>
            {t('ledger.choose')}
          </Button>
        }
      />
      {(ledgers.value?.ledgers.length ?? 0) > 0 && (
        <section className={styles.ledgers} aria-label={t('ledger.list')}>
          <h3>{t('ledger.list')}</h3>
          <ul>
            {ledgers.value?.ledgers.map((ledger) => (
              <li key={ledger.id} className="row gap-2">
                <button type="button" className={styles.ledger} onClick={() => onChoose(ledger.id, false)}>
                  <span className="cut" title={describeName(ledger)}>
                    {describeName(ledger)}
                  </span>
                  <span className="dim num nowrap">
                    {t('ledger.imported')} <Time value={ledger.importedAt} form="moment" />,{' '}
                    {formatBytes(ledger.size)}
                  </span>
                </button>
                <IconButton
                  icon="trash"
                  label={t('ledger.remove', { name: describeName(ledger) })}
                  onPress={() => setRemoved(ledger)}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      {sheetChoice !== null && (
        <SheetDialog
          {...sheetChoice}
          onChoose={async (sheet) => accept(await call('viewer.ledger', { action: 'chooseSheet', sheet }))}
          onClose={() => setSheetChoice(null)}
        />
      )}
      {removed !== null && (
        <ConfirmDialog
          open
          onClose={() => setRemoved(null)}
          title={t('ledger.remove.title', { name: describeName(removed) })}
          lead={t('ledger.remove.lead')}
          cancelLabel={t('ledger.remove.keep')}
          confirmLabel={t('ledger.remove.confirm')}
          variant="danger"
          onConfirm={() => remove(removed)}
        />
      )}
    </div>
  );
}
