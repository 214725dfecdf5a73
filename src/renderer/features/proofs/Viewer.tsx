import { useState } from 'react';
import { t } from '../../../shared/messages/index.ts';
import type { ProofRow, ProofVersion } from '../../../shared/model/proofs/proof.ts';
import { call } from '../../bridge.ts';
import { Button } from '../../components/Button.tsx';
import { Empty } from '../../components/Empty.tsx';
import { ErrorNotice } from '../../components/Notice.tsx';
import pageStyles from '../../components/Page.module.css';
import { useQuery } from '../../components/use-query.ts';
import styles from './Proofs.module.css';
import { refetch, useDisabledReason } from './proof-actions.ts';
import { ViewerBody } from './ViewerBody.tsx';
import { ViewerHeader } from './ViewerHeader.tsx';

function FetchAgainButton({ row }: { readonly row: ProofRow }) {
  const disabledReason = useDisabledReason();
  return (
    <Button
      icon="retry"
      disabledReason={disabledReason}
      onPress={() => refetch('retry', { what: 'these', ids: [row.id] })}
    >
      {t('proofsViewer.fetchAgain')}
    </Button>
  );
}

/** Error of the last fetch, also shown with a stored proof. */
function Failure({ row }: { readonly row: ProofRow }) {
  if (row.state !== 'failed' || row.error === null) return null;
  return (
    <div className={styles.missing}>
      <ErrorNotice error={row.error} actions={<FetchAgainButton row={row} />} />
    </div>
  );
}

/** Explains why a reference has no proof, with the next action. */
function Missing({ row }: { readonly row: ProofRow }) {
  if (row.state === 'saved') return null;
  if (row.state === 'failed' && row.error !== null) return <Failure row={row} />;
  const isInProgress = row.state === 'queued' || row.state === 'loading';
  return (
    <div className={pageStyles.center}>
      <Empty
        icon={isInProgress ? 'clock' : 'help'}
        title={t(`proofsViewer.missing.${row.state}.title`)}
        lead={t(`proofsViewer.missing.${row.state}.lead`)}
        {...(isInProgress ? {} : { actions: <FetchAgainButton row={row} /> })}
      />
    </div>
  );
}

interface StoredProofProps {
  readonly row: ProofRow;
  readonly versions: readonly ProofVersion[];
  readonly version: ProofVersion;
  readonly onVersion: (id: string) => void;
}

function StoredProofContent({ row, versions, version, onVersion }: StoredProofProps) {
  const [isRaw, setIsRaw] = useState(false);
  return (
    <>
      <Failure row={row} />
      <ViewerHeader
        row={row}
        versions={versions}
        version={version}
        isRaw={isRaw}
        onRawChange={setIsRaw}
        onVersion={onVersion}
      />
      <ViewerBody key={version.id} row={row} version={version} isRaw={isRaw} />
    </>
  );
}

/** Viewer of one reference's proof. */
export function Viewer({ proofId, revision }: { readonly proofId: number; readonly revision: number }) {
  const [selectedVersionId, setSelectedVersionId] = useState<string | null>(null);
  const { value, error, retry } = useQuery({
    queryKey: String(proofId),
    revision,
    load: () => call('proofs.detail', { id: proofId }),
    keepsPrevious: true,
  });
  const detail = value?.row.id === proofId ? value : null;
  if (detail === null) {
    return (
      <article className={styles.viewer} data-print="whole" aria-busy={error === null}>
        {error !== null && (
          <div className={styles.missing}>
            <ErrorNotice
              error={error}
              actions={<Button onPress={retry}>{t('proofs.library.retry')}</Button>}
            />
          </div>
        )}
      </article>
    );
  }
  const { row, versions } = detail;
  const version = versions.find(({ id }) => id === selectedVersionId) ?? versions[0];
  return (
    <article
      className={styles.viewer}
      data-print="whole"
      aria-label={t('proofsViewer.label', { reference: row.reference })}
      data-region="panel"
      tabIndex={-1}
    >
      {version === undefined ? (
        <>
          <header className={styles.head}>
            <h2 className="id">{row.reference}</h2>
          </header>
          <Missing row={row} />
        </>
      ) : (
        <StoredProofContent
          row={row}
          versions={versions}
          version={version}
          onVersion={setSelectedVersionId}
        />
      )}
    </article>
  );
}
