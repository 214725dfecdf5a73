import { useState } from 'react';
import { t } from '../../../shared/messages/index.ts';
import type { ProofRow, ProofVersion } from '../../../shared/model/proofs/proof.ts';
import { call } from '../../bridge.ts';
import { Button } from '../../components/actions/Button.tsx';
import pageStyles from '../../components/layout/Page.module.css';
import { Time } from '../../components/layout/Time.tsx';
import { useQuery } from '../../components/layout/use-query.ts';
import { Empty } from '../../components/messages/Empty.tsx';
import { ErrorNotice } from '../../components/messages/ErrorNotice.tsx';
import { Message } from '../../components/messages/Message.tsx';
import styles from './Proofs.module.css';
import { refetch, useDisabledReason } from './proof-actions.ts';
import { ViewerBody } from './ViewerBody.tsx';
import { ViewerHeader } from './ViewerHeader.tsx';

interface MissingProps {
  readonly row: ProofRow;
  /** True when the shown outcome is that of another attempt of the clerk. */
  readonly wasRetried: boolean;
  readonly onRetry: () => void;
}

function FetchAgainButton({ row, onRetry }: Pick<MissingProps, 'row' | 'onRetry'>) {
  const disabledReason = useDisabledReason();
  return (
    <Button
      icon="retry"
      disabledReason={disabledReason}
      onPress={() => {
        onRetry();
        refetch('retry', { what: 'selected', ids: [row.id] });
      }}
    >
      {t('proofsViewer.fetchAgain')}
    </Button>
  );
}

/** Error of the last fetch, also shown with a stored proof. */
function Failure({ row, wasRetried, onRetry }: MissingProps) {
  if (row.state !== 'failed' || row.error === null) return null;
  const time = <Time value={row.requestedAt} form="sentence" />;
  const attempt = wasRetried ? 'proofsViewer.triedAgain' : 'proofsViewer.tried';
  return (
    <div className={styles.missing}>
      <ErrorNotice
        error={row.error}
        facts={<Message id={attempt} values={{ time }} />}
        actions={<FetchAgainButton row={row} onRetry={onRetry} />}
      />
    </div>
  );
}

/** Explains why a reference has no proof, with the next action. */
function Missing({ row, wasRetried, onRetry }: MissingProps) {
  if (row.state === 'saved') return null;
  if (row.state === 'failed' && row.error !== null)
    return <Failure row={row} wasRetried={wasRetried} onRetry={onRetry} />;
  const isInProgress = row.state === 'queued' || row.state === 'loading';
  return (
    <div className={pageStyles.center}>
      <Empty
        icon={isInProgress ? 'clock' : 'help'}
        title={t(`proofsViewer.missing.${row.state}.title`)}
        lead={t(`proofsViewer.missing.${row.state}.lead`)}
        {...(isInProgress ? {} : { actions: <FetchAgainButton row={row} onRetry={onRetry} /> })}
      />
    </div>
  );
}

interface StoredProofProps extends MissingProps {
  readonly versions: readonly ProofVersion[];
  readonly version: ProofVersion;
  readonly onVersion: (id: string) => void;
}

function StoredProofContent({ versions, version, onVersion, ...missing }: StoredProofProps) {
  const { row } = missing;
  const [isRaw, setIsRaw] = useState(false);
  return (
    <>
      <Failure {...missing} />
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

/** The place of the viewer while no reference is open. */
export function NoProofChosen() {
  return (
    <article className={styles.viewer}>
      <div className={pageStyles.center}>
        <p className="dim">{t('proofsViewer.choose')}</p>
      </div>
    </article>
  );
}

export function Viewer({ proofId, revision }: { readonly proofId: number; readonly revision: number }) {
  const [selectedVersionId, setSelectedVersionId] = useState<string | null>(null);
  const [retriedAttempt, setRetriedAttempt] = useState<{
    readonly id: number;
    readonly requestedAt: string;
  } | null>(null);
  const { value, error, retry } = useQuery({
    queryKey: String(proofId),
    revision,
    load: () => call('proofs.detail', { id: proofId }),
    keepsPrevious: true,
  });
  // The reference was removed from the list.
  if (error?.code === 'proof-unknown') return <NoProofChosen />;
  const detail = value?.row.id === proofId ? value : null;
  if (detail === null) {
    return (
      <article className={styles.viewer} aria-busy={error === null}>
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
  const missing: MissingProps = {
    row,
    wasRetried: retriedAttempt?.id === row.id && retriedAttempt.requestedAt !== row.requestedAt,
    onRetry: () => setRetriedAttempt({ id: row.id, requestedAt: row.requestedAt }),
  };
  const version = versions.find(({ id }) => id === selectedVersionId) ?? versions[0];
  return (
    <article
      className={styles.viewer}
      aria-label={t('proofsViewer.label', { reference: row.reference })}
      data-region="panel"
      tabIndex={-1}
    >
      {version === undefined ? (
        <>
          <header className={styles.head}>
            <h2 className="id">{row.reference}</h2>
          </header>
          <Missing {...missing} />
        </>
      ) : (
        <StoredProofContent
          {...missing}
          versions={versions}
          version={version}
          onVersion={setSelectedVersionId}
        />
      )}
    </article>
  );
}
