import { type ReactNode, useEffect, useState } from 'react';
import { type PaydeskError, toPaydeskError } from '../../../../shared/errors.ts';
import { t } from '../../../../shared/messages/index.ts';
import type { RowDifference } from '../../../../shared/model/statements/comparison.ts';
import { navigate } from '../../../app/routes.ts';
import { toastSaved } from '../../../app/toasts/toasts.ts';
import { call } from '../../../bridge.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { Split } from '../../../components/layout/Panel.tsx';
import { useQuery } from '../../../components/layout/use-query.ts';
import { Empty, NoResults } from '../../../components/messages/Empty.tsx';
import { ErrorNotice } from '../../../components/messages/ErrorNotice.tsx';
import { Skeleton } from '../../../components/messages/Skeleton.tsx';
import { HeadActions } from '../head-slot.tsx';
import styles from './Compare.module.css';
import { CompareHead, DifferenceFilters, type OpenComparison } from './CompareHead.tsx';
import { CompareList } from './CompareList.tsx';
import { usualDifferences } from './compare-names.ts';

interface CompareViewProps {
  readonly statementId: number;
  readonly otherId: number;
}

/** The comparison of two statements. Works offline. */
export function CompareView({ statementId, otherId }: CompareViewProps) {
  const { value, error, retry } = useQuery({
    queryKey: `${statementId} ${otherId}`,
    load: () => call('viewer.compare', { action: 'open', statementId, otherId }),
  });
  const handle = value?.handle ?? null;
  useEffect(() => {
    if (handle === null) return;
    return () => void call('viewer.compare', { action: 'close', handle }).catch(() => undefined);
  }, [handle]);
  const back = (
    <Button icon="chevron-left" onPress={() => navigate('statements', { tab: 'viewer', statementId })}>
      {t('statementCompare.back')}
    </Button>
  );
  if (error !== null) {
    return (
      <div className={styles.problem}>
        <HeadActions>{back}</HeadActions>
        <ErrorNotice
          error={error}
          actions={<Button onPress={retry}>{t('statementCompare.tryAgain')}</Button>}
        />
      </div>
    );
  }
  if (value === null) {
    return (
      <Split>
        <HeadActions>{back}</HeadActions>
        <p className={styles.loading} role="status">
          {t('statementCompare.loading')}
        </p>
        <Skeleton rows={12} pieces={6} />
      </Split>
    );
  }
  return <Comparison key={value.handle} comparison={value} back={back} />;
}

interface ComparisonProps {
  readonly comparison: OpenComparison;
  readonly back: ReactNode;
}

function Comparison({ comparison, back }: ComparisonProps) {
  const { handle } = comparison;
  const { counts } = comparison.summary;
  const [listed, setListed] = useState<readonly RowDifference[]>(usualDifferences);
  const [error, setError] = useState<PaydeskError | null>(null);
  const attempt = (task: Promise<unknown>) => {
    setError(null);
    task.catch((thrown: unknown) => setError(toPaydeskError(thrown)));
  };
  const exportRows = async () => {
    const differences = [...listed];
    toastSaved((await call('viewer.compare', { action: 'export', handle, differences })).savedAs);
  };
  const listedCount = listed.reduce((sum, difference) => sum + counts[difference], 0);
  return (
    <Split>
      <HeadActions>
        {back}
        <Button icon="download" disabled={listedCount === 0} onPress={() => attempt(exportRows())}>
          {t('statementCompare.export')}
        </Button>
      </HeadActions>
      <CompareHead comparison={comparison} />
      {error !== null && <ErrorNotice error={error} />}
      <CompareList
        comparison={comparison}
        listed={listed}
        attempt={attempt}
        filters={<DifferenceFilters comparison={comparison} listed={listed} onChange={setListed} />}
        empty={<NothingListed comparison={comparison} />}
      />
    </Split>
  );
}

/** The message instead of rows: no differences at all, or none of the listed kinds. */
function NothingListed({ comparison: { isIdentical, summary } }: Pick<ComparisonProps, 'comparison'>) {
  const { counts } = summary;
  if (usualDifferences.some((difference) => counts[difference] > 0))
    return <NoResults title={t('statementCompare.nothingListed')} />;
  const sentences = [
    ...(isIdentical ? [t('statementCompare.identicalLead')] : []),
    t('statementCompare.noDifferencesLead', { count: counts.same }),
    ...(counts.notation > 0 ? [t('statementCompare.notationLead', { count: counts.notation })] : []),
  ];
  return <Empty icon="check-circle" title={t('statementCompare.noDifferences')} lead={sentences.join(' ')} />;
}
