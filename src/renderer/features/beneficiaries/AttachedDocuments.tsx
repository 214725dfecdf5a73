import { useEffect, useId, useState } from 'react';
import { Disclosure, DisclosurePanel } from 'react-aria-components';
import { t } from '../../../shared/messages/index.ts';
import type { AttachedDocument } from '../../../shared/model/beneficiary.ts';

import { call } from '../../bridge.ts';
import { Button } from '../../components/actions/Button.tsx';
import { CopyableText } from '../../components/actions/CopyableText.tsx';
import { DisclosureTrigger } from '../../components/actions/DisclosureTrigger.tsx';
import { IconButton } from '../../components/actions/IconButton.tsx';
import { usePagedRows } from '../../components/data-grid/paged-rows.ts';
import { FileName } from '../../components/files/FileName.tsx';
import { describeName } from '../../components/files/file-name.ts';
import { classNames } from '../../components/layout/class-names.ts';
import panelStyles from '../../components/layout/Panel.module.css';
import { Time } from '../../components/layout/Time.tsx';
import { ErrorNotice } from '../../components/messages/ErrorNotice.tsx';
import { SkeletonLine } from '../../components/messages/Skeleton.tsx';
import { Badge, State } from '../../components/messages/State.tsx';
import styles from './Beneficiaries.module.css';

const pageSize = 20;
const skeletonRows = [0, 1, 2] as const;

function Result({ result }: Pick<AttachedDocument, 'result'>) {
  const label = t(`beneficiaries.panel.documents.results.${result}`);
  if (result === 'unknown') {
    return (
      <Badge icon="help" tone="warning">
        {label}
      </Badge>
    );
  }
  if (result === 'refused') return <State icon="problem">{label}</State>;
  return (
    <State icon="check-circle" tone="ok">
      {label}
    </State>
  );
}

function Document({ document }: { readonly document: AttachedDocument }) {
  const { name, at, result } = document;
  return (
    <li>
      <FileName name={name} />
      <div className={styles.attachedResult}>
        <Result result={result} />
        <Time value={at} form="moment" />
      </div>
    </li>
  );
}

/** The keys and hashes of documents, which only the clerk's IT department asks for. */
function DocumentKeys({ documents }: { readonly documents: readonly AttachedDocument[] }) {
  return (
    <Disclosure>
      <DisclosureTrigger level={4}>{t('activity.panel.details')}</DisclosureTrigger>
      <DisclosurePanel>
        <ul className={styles.attached}>
          {documents.map(({ name, key, sha256 }) => (
            <li key={key}>
              <FileName name={name} />
              <CopyableText
                text={key}
                label={t('beneficiaries.panel.documents.copyKey', { name: describeName(name) })}
                face="raw"
                shortened
              />
              {sha256 !== null && (
                <CopyableText
                  text={sha256}
                  label={t('beneficiaries.panel.documents.copyHash', { name: describeName(name) })}
                  face="raw"
                  shortened
                />
              )}
            </li>
          ))}
        </ul>
      </DisclosurePanel>
    </Disclosure>
  );
}

function LoadingDocuments() {
  return (
    <div role="status">
      <span className="sr">{t('components.loading')}</span>
      <ul className={styles.attached} aria-hidden="true">
        {skeletonRows.map((row) => (
          <li key={row}>
            <SkeletonLine width={180} />
            <SkeletonLine width={132} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface PagerProps {
  readonly firstIndex: number;
  readonly lastIndex: number;
  readonly total: number;
  readonly onTurn: (step: -1 | 1) => void;
}

function Pager({ firstIndex, lastIndex, total, onTurn }: PagerProps) {
  return (
    <div className={styles.attachedPager}>
      <span className="sm dim num" role="status">
        {t('beneficiaries.panel.documents.range', { first: firstIndex + 1, last: lastIndex + 1, total })}
      </span>
      <span className="grow" />
      <IconButton
        icon="chevron-left"
        label={t('beneficiaries.panel.documents.previous')}
        disabled={firstIndex === 0}
        onPress={() => onTurn(-1)}
      />
      <IconButton
        icon="chevron-right"
        label={t('beneficiaries.panel.documents.next')}
        disabled={lastIndex >= total - 1}
        onPress={() => onTurn(1)}
      />
    </div>
  );
}

interface AttachedDocumentsProps {
  readonly beneficiaryId: number;
  readonly revision: number;
}

/** The documents attached to a beneficiary, including documents with an unknown outcome: newest first, in pages of twenty. */
export function AttachedDocuments({ beneficiaryId, revision }: AttachedDocumentsProps) {
  const headingId = useId();
  const source = `attached ${beneficiaryId}`;
  const rows = usePagedRows({
    source,
    revision,
    fetchPage: (offset, limit) => call('beneficiaries.attached', { id: beneficiaryId, offset, limit }),
  });
  const [chosenPage, setChosenPage] = useState({ source, page: 0 });
  const total = rows.total ?? 0;
  const lastPage = Math.max(0, Math.ceil(total / pageSize) - 1);
  const page = chosenPage.source === rows.source ? Math.min(chosenPage.page, lastPage) : 0;
  const firstIndex = page * pageSize;
  const lastIndex = Math.min(firstIndex + pageSize, total) - 1;
  useEffect(() => rows.requestRange(firstIndex, Math.max(firstIndex, lastIndex)));
  const documents = Array.from({ length: lastIndex - firstIndex + 1 }, (_, rowOnPage) => ({
    index: firstIndex + rowOnPage,
    document: rows.rowAt(firstIndex + rowOnPage),
  }));
  return (
    <section className={classNames(panelStyles.section, 'grow')} aria-labelledby={headingId}>
      <h3 id={headingId}>{t('beneficiaries.panel.documents.heading')}</h3>
      {rows.error !== null && (
        <ErrorNotice
          error={rows.error}
          actions={
            <Button size="small" icon="retry" onPress={rows.retry}>
              {t('components.tryAgain')}
            </Button>
          }
        />
      )}
      {rows.total === null && rows.error === null && <LoadingDocuments />}
      {rows.total === 0 && <p className="sm dim">{t('beneficiaries.panel.documents.none')}</p>}
      {total > 0 && (
        <ul className={styles.attached}>
          {documents.map(({ index, document }) =>
            document === undefined ? (
              <li key={index}>
                <SkeletonLine width={180} />
              </li>
            ) : (
              <Document key={index} document={document} />
            ),
          )}
        </ul>
      )}
      {total > pageSize && (
        <Pager
          firstIndex={firstIndex}
          lastIndex={lastIndex}
          total={total}
          onTurn={(step) => setChosenPage({ source: rows.source, page: page + step })}
        />
      )}
      {total > 0 && <DocumentKeys documents={documents.flatMap(({ document }) => document ?? [])} />}
    </section>
  );
}
