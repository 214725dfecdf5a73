import { useState } from 'react';
import { t } from '../../../../shared/messages/index.ts';
import { maxPackStatements, type PackFolder, type PackSummary } from '../../../../shared/model/evidence.ts';
import { call } from '../../../bridge.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { useAsyncAction } from '../../../components/actions/use-async-action.ts';
import { Dialog, DialogCancel } from '../../../components/dialogs/Dialog.tsx';
import { useQuery } from '../../../components/layout/use-query.ts';
import { ErrorNotice } from '../../../components/messages/ErrorNotice.tsx';
import { Skeleton } from '../../../components/messages/Skeleton.tsx';
import { ChoiceFields } from '../combined/ChoiceFields.tsx';
import { type CombineChoice, chooseOriginals, chosenMonths } from '../combined/combine-choice.ts';
import { PackContents } from './PackContents.tsx';
import { PackProgress } from './PackProgress.tsx';
import { choosePackFolder, describePack, savePack, stopJob } from './save-pack.ts';

interface SavePackDialogProps {
  /** The year that the coverage shows. */
  readonly year: number;
  /** The months and wallets that are chosen first. */
  readonly initialChoice: CombineChoice;
  readonly onClose: () => void;
}

/** Saves an evidence pack in two steps: the choice of statements, then what will be unencrypted, and where. */
export function SavePackDialog({ year, initialChoice, onClose }: SavePackDialogProps) {
  const coverage = useQuery({
    queryKey: String(year),
    load: () => call('statements.coverage', { last: `${year}-12`, months: chosenMonths }),
  });
  const [choice, setChoice] = useState(initialChoice);
  const [summary, setSummary] = useState<PackSummary | null>(null);
  const [folder, setFolder] = useState<PackFolder | null>(null);
  const [job, setJob] = useState<'describe' | 'write' | null>(null);
  const { busy, error, run, dismiss } = useAsyncAction();

  const chosen = coverage.value === null ? null : chooseOriginals(coverage.value, choice);
  const runJob = (started: 'describe' | 'write', work: () => Promise<void>) =>
    void run(async () => {
      setJob(started);
      await work().finally(() => setJob(null));
    });
  const describe = () =>
    runJob('describe', async () => {
      setFolder(null);
      setSummary(await describePack(chosen?.statementIds ?? []));
    });
  const save = (described: PackSummary) =>
    runJob('write', async () => {
      if (await savePack(described)) onClose();
    });
  const chooseFolder = (described: PackSummary) =>
    void run(async () => setFolder((await choosePackFolder(described)) ?? folder));

  return (
    <Dialog
      open
      onClose={onClose}
      dismissable={!busy}
      title={t('evidence.dialog.title')}
      lead={t('evidence.dialog.lead')}
      actions={
        job !== null ? (
          <Button onPress={() => stopJob(job)} startsFocused>
            {t('evidence.dialog.stop')}
          </Button>
        ) : summary === null ? (
          <>
            <DialogCancel disabled={busy}>{t('evidence.dialog.cancel')}</DialogCancel>
            <Button
              variant="primary"
              disabled={busy || (chosen?.statementIds.length ?? 0) === 0}
              disabledReason={choiceProblem(choice, chosen?.statementIds.length ?? 0)}
              onPress={describe}
            >
              {t('evidence.dialog.describe')}
            </Button>
          </>
        ) : (
          <>
            <Button
              disabled={busy}
              onPress={() => {
                dismiss();
                setSummary(null);
              }}
            >
              {t('evidence.dialog.back')}
            </Button>
            <Button
              variant="primary"
              disabled={busy || folder === null}
              disabledReason={folder?.state === 'taken' ? t('evidence.dialog.taken') : null}
              onPress={() => save(summary)}
            >
              {t('evidence.dialog.save', { count: summary.files })}
            </Button>
          </>
        )
      }
    >
      {coverage.error !== null && <ErrorNotice error={coverage.error} />}
      {coverage.value === null && coverage.error === null && <Skeleton rows={4} pieces={2} />}
      {coverage.value !== null && summary === null && job === null && (
        <>
          <ChoiceFields coverage={coverage.value} choice={choice} onChange={setChoice} />
          {chosen !== null && <ChoiceSummary {...chosen} />}
        </>
      )}
      {summary !== null && (
        <PackContents
          summary={summary}
          folder={folder}
          canChoose={!busy}
          onChooseFolder={() => chooseFolder(summary)}
        />
      )}
      {job !== null && <PackProgress job={job} />}
      {error !== null && <ErrorNotice error={error} />}
    </Dialog>
  );
}

function choiceProblem(choice: CombineChoice, count: number): string | null {
  if (choice.till < choice.from) return t('statementViewer.table.dialog.order');
  return count > maxPackStatements ? t('evidence.dialog.tooMany', { count: maxPackStatements }) : null;
}

function ChoiceSummary({ statementIds, missing }: ReturnType<typeof chooseOriginals>) {
  return (
    <div role="status">
      <p className="sm">{t('evidence.dialog.chosen', { count: statementIds.length })}</p>
      {missing > 0 && <p className="sm">{t('statementViewer.table.dialog.missing', { count: missing })}</p>}
    </div>
  );
}
