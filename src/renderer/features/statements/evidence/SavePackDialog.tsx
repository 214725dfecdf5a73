import { useState } from 'react';
import { toPaydeskError } from '../../../../shared/errors.ts';
import { formatBytes, formatBytesOf, formatNumber, t } from '../../../../shared/messages/index.ts';
import {
  maxPackStatements,
  type PackFolder,
  type PackJob,
  type PackSummary,
} from '../../../../shared/model/evidence.ts';
import { toastSaved } from '../../../app/toasts/toasts.ts';
import { call, useTopicPart } from '../../../bridge.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { useAsyncAction } from '../../../components/actions/use-async-action.ts';
import { Dialog, DialogCancel } from '../../../components/dialogs/Dialog.tsx';
import { Facts } from '../../../components/layout/Facts.tsx';
import { useQuery } from '../../../components/layout/use-query.ts';
import { EnvironmentBadge } from '../../../components/messages/EnvironmentBadge.tsx';
import { ErrorNotice } from '../../../components/messages/ErrorNotice.tsx';
import { Notice } from '../../../components/messages/Notice.tsx';
import { ProgressBar } from '../../../components/messages/ProgressBar.tsx';
import { Skeleton } from '../../../components/messages/Skeleton.tsx';
import { ChoiceFields } from '../combined/ChoiceFields.tsx';
import { type CombineChoice, chooseOriginals, chosenMonths } from '../combined/combine-choice.ts';

interface PackContentsProps {
  readonly summary: PackSummary;
  /** `null` until the clerk has chosen one. */
  readonly folder: PackFolder | null;
  readonly canChoose: boolean;
  readonly onChooseFolder: () => void;
}

/** What a pack will contain, and where it will be unencrypted. */
function PackContents({ summary, folder, canChoose, onChooseFolder }: PackContentsProps) {
  const notes = [
    ...(summary.left > 0 ? [t('evidence.contents.left', { count: summary.left })] : []),
    ...(summary.unsearched > 0 ? [t('evidence.contents.unsearched', { count: summary.unsearched })] : []),
  ];
  return (
    <>
      <Facts
        facts={[
          { term: t('evidence.field.profile'), value: <bdi>{summary.profile}</bdi> },
          {
            term: t('evidence.field.environment'),
            value: <EnvironmentBadge environment={summary.environment} />,
          },
          { term: t('evidence.field.statements'), value: formatNumber(summary.statements), face: 'num' },
          { term: t('evidence.field.proofs'), value: formatNumber(summary.proofs), face: 'num' },
          { term: t('evidence.field.activity'), value: formatNumber(summary.activityEntries), face: 'num' },
          {
            term: t('evidence.contents.size'),
            value: t('evidence.contents.files', { count: summary.files, size: formatBytes(summary.bytes) }),
            face: 'num',
          },
          {
            term: t('evidence.contents.folder'),
            value: folder === null ? t('evidence.contents.noFolder') : <bdi>{folder.path}</bdi>,
          },
        ]}
      />
      <div>
        <Button icon="folder" disabled={!canChoose} startsFocused onPress={onChooseFolder}>
          {t('evidence.contents.chooseFolder')}
        </Button>
      </div>
      {notes.map((note) => (
        <p key={note} className="sm">
          {note}
        </p>
      ))}
      <Notice tone="warning" title={t('evidence.contents.unencrypted')}>
        {t('evidence.contents.unencryptedDetail')}
      </Notice>
    </>
  );
}

/** Resolves with `null` when the clerk stopped the job; rejects with any other error. */
async function unlessStopped<Result>(job: Promise<Result>): Promise<Result | null> {
  try {
    return await job;
  } catch (thrown) {
    if (toPaydeskError(thrown).code === 'cancelled') return null;
    throw thrown;
  }
}

/** Finds what a pack of the statements contains; `null` when the clerk stopped. */
function describePack(statementIds: readonly number[]): Promise<PackSummary | null> {
  return unlessStopped(call('evidence.pack', { action: 'describe', statementIds: [...statementIds] }));
}

/** Asks for the folder; `null` when the clerk closed the dialog. */
function choosePackFolder({ plan }: PackSummary): Promise<PackFolder | null> {
  return call('evidence.pack', { action: 'chooseFolder', plan });
}

/** Writes the pack and shows a toast. Resolves with false when the clerk stopped; nothing remains then. */
async function savePack({ plan }: PackSummary): Promise<boolean> {
  const saved = await unlessStopped(call('evidence.pack', { action: 'write', plan }));
  if (saved === null) return false;
  toastSaved(saved.savedAs, { detail: t('evidence.save.fingerprint', { fingerprint: saved.fingerprint }) });
  return true;
}

function stopJob(job: PackJob): void {
  void call('evidence.pack', { action: 'cancel', job }).catch(() => undefined);
}

/** Progress of looking for the contents of a pack, or of writing it. */
function PackProgress({ job }: { readonly job: 'describe' | 'write' }) {
  const progress = useTopicPart('evidence', (jobs) => jobs[job] ?? null, null);
  const { done, total } = progress ?? { done: 0, total: 0 };
  return (
    <div>
      <p className="sm" role="status">
        {t(`evidence.progress.${job}`)}
      </p>
      <ProgressBar label={t(`evidence.progress.${job}`)} part={done} total={total} />
      {total > 0 && <p className="sm num">{formatBytesOf(done, total)}</p>}
    </div>
  );
}

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
