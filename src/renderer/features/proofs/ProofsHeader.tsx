import type { TopicValue } from '../../../shared/contract/index.ts';
import type { ChosenProofs } from '../../../shared/contract/proofs.ts';
import { proofsScreenWords as words } from '../../../shared/words/proofs-screen.ts';
import { Button } from '../../components/Button.tsx';
import { Menu } from '../../components/Menu.tsx';
import { PageHead } from '../../components/Page.tsx';
import { ProgressBar } from '../../components/ProgressBar.tsx';
import { cancelFetch, refetch, saveAll, setPasting, useProofActions } from './proof-actions.ts';

export interface ProofsHeaderProps {
  readonly topic: TopicValue<'proofs'>;
  /** The current filter of the list. */
  readonly chosen: ChosenProofs;
  /** Number of listed references with a stored proof; 0 until it is known. */
  readonly kept: number;
}

/** Number of references that can be retried. */
export function countRetryable(counts: TopicValue<'proofs'>['counts']): number {
  return (counts.failed ?? 0) + (counts.lost ?? 0) + (counts.cancelled ?? 0);
}

const everything: ChosenProofs = { what: 'filter', state: null, search: '' };

/** Header of the screen: title, counts, progress and actions. */
export function ProofsHeader({ topic, chosen, kept }: ProofsHeaderProps) {
  const { busy, savingAll } = useProofActions();
  const { total, counts, running } = topic;
  const failed = countRetryable(counts);
  const { saveAs } = words;
  return (
    <PageHead
      title={words.word}
      actions={
        <>
          {running !== null && (
            <Button variant="quiet" onPress={cancelFetch}>
              {words.cancel}
            </Button>
          )}
          {failed > 0 && running === null && (
            <Button icon="retry" disabled={busy} onPress={() => refetch('proofs.retry', everything)}>
              {words.retry(failed)}
            </Button>
          )}
          {kept > 0 && (
            <Menu
              label={words.saveAllLabel}
              placement="bottom end"
              trigger={
                <Button icon="save" disabled={busy}>
                  {words.saveAll(kept)}
                </Button>
              }
              entries={[
                {
                  id: 'folder',
                  word: saveAs.folder,
                  more: saveAs.folderMore,
                  icon: 'folder',
                  onAction: () => saveAll(chosen, 'folder'),
                },
                {
                  id: 'zip',
                  word: saveAs.zip,
                  more: saveAs.zipMore,
                  icon: 'stored',
                  onAction: () => saveAll(chosen, 'zip'),
                },
                {
                  id: 'pdf',
                  word: saveAs.pdf,
                  more: saveAs.pdfMore,
                  icon: 'file',
                  onAction: () => saveAll(chosen, 'pdf'),
                },
              ]}
            />
          )}
          {total > 0 && (
            <Button variant="primary" icon="paste" tourStop="paste" onPress={() => setPasting(true)}>
              {words.paste}
            </Button>
          )}
        </>
      }
    >
      {total > 0 && <span className="sub num">{words.count(total, counts.saved ?? 0)}</span>}
      {savingAll && (
        <span className="sub" role="status">
          {words.savingAll}
        </span>
      )}
      {running !== null && (
        <span className="proof-progress">
          <ProgressBar label={words.progressLabel} part={running.done} whole={running.total} />
          <span className="num sm dim">{words.progress(running.done, running.total)}</span>
        </span>
      )}
    </PageHead>
  );
}
