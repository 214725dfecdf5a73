import { formatBytesOf, t } from '../../../../shared/messages/index.ts';
import { useTopicPart } from '../../../bridge.ts';
import { ProgressBar } from '../../../components/messages/ProgressBar.tsx';

/** Progress of looking for the contents of a pack, or of writing it. */
export function PackProgress({ job }: { readonly job: 'describe' | 'write' }) {
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
