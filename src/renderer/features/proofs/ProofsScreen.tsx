import { useEffect, useRef, useState } from 'react';
import type { TopicValue } from '../../../shared/contract/index.ts';
import { t } from '../../../shared/messages/index.ts';
import { omittedList } from '../../../shared/messages/proof-kinds.ts';
import type { ProofFilter, ProofRow } from '../../../shared/model/proofs/proof.ts';
import type { Keychain } from '../../../shared/model/session/session.ts';
import { replaceParams, useRouteArrival, useRouteParams } from '../../app/routes.ts';
import { createViewState, useViewState } from '../../app/view-state.ts';
import { call, useTopicPart } from '../../bridge.ts';
import { Button, LinkButton } from '../../components/actions/Button.tsx';
import { usePagedRows } from '../../components/data-grid/paged-rows.ts';
import { Chips } from '../../components/fields/Chips.tsx';
import { SearchField } from '../../components/fields/SearchField.tsx';
import { Spread, Toolbar } from '../../components/layout/Page.tsx';
import { NoResults } from '../../components/messages/Empty.tsx';
import { ErrorNotice } from '../../components/messages/ErrorNotice.tsx';
import { Notice } from '../../components/messages/Notice.tsx';
import { loadPdfView } from '../../components/pdf/PdfDocument.tsx';
import { LibraryNotice } from './LibraryNotice.tsx';
import { filterLabel, type StateFilter, stateChips } from './looks.ts';
import { NoProofs } from './NoProofs.tsx';
import { PasteDialog } from './PasteDialog.tsx';
import { ProofList } from './ProofList.tsx';
import styles from './Proofs.module.css';
import { ProofsHeader } from './ProofsHeader.tsx';
import { dismissResult, useProofActions } from './proof-actions.ts';
import type { StoredCount } from './stored-label.ts';
import { noProofsYet } from './topics.ts';

const maxNamedProofs = 5;

/** Errors and omitted proofs of the last action, above the list. */
function Results() {
  const { omitted, error } = useProofActions();
  const dismiss = (
    <Button size="small" onPress={dismissResult}>
      {t('proofs.omitted.dismiss')}
    </Button>
  );
  if (error !== null) {
    return (
      <div className={styles.notice}>
        <ErrorNotice error={error} actionsAt="end" actions={dismiss} />
      </div>
    );
  }
  if (omitted === null) return null;
  return (
    <div className={styles.notice}>
      <Notice
        tone="warning"
        icon="alert"
        title={t('proofs.omitted.title', { count: omitted.leftTotal })}
        spoken
        actionsAt="end"
        actions={dismiss}
      >
        {t('proofs.omitted.list', { proofs: omittedList(omitted.left, omitted.leftTotal, maxNamedProofs) })}
      </Notice>
    </div>
  );
}

/** Opens the first proof when a fetch brings the first ones and none is open, so that the clerk sees what arrived. */
function useFirstProof({ revision, counts }: TopicValue<'proofs'>, openProofId: number | null): void {
  const proofCount = counts.saved ?? 0;
  const savedCount = proofCount + (counts.link ?? 0);
  const hadProofs = useRef<boolean | null>(null);
  useEffect(() => {
    // Revision 0 is the value before main has published the topic.
    if (revision === 0) return;
    const isFirst = hadProofs.current === false && savedCount > 0;
    hadProofs.current = savedCount > 0;
    if (!isFirst || openProofId !== null) return;
    const state = proofCount > 0 ? ('saved' as const) : ('link' as const);
    const firstSaved = { offset: 0, limit: 1, state, search: '' };
    call('proofs.list', firstSaved).then(
      ({ rows: [first] }) => {
        if (first !== undefined) replaceParams('proofs', { proofId: first.id });
      },
      // The list shows why proofs cannot be listed.
      () => undefined,
    );
  }, [revision, proofCount, savedCount, openProofId]);
}

const maxSearchLength = 200;
const nothingStored: StoredCount = { proofs: 0, links: 0 };
const filterState = createViewState<StateFilter>('all');
const searchTextState = createViewState('');

function noResultsText(search: string, filter: ProofFilter | null): string {
  if (filter === null)
    return search === '' ? t('proofs.noResults.all') : t('proofs.noResults.search', { search });
  const label = filterLabel(filter);
  return search === ''
    ? t('proofs.noResults.state', { state: label })
    : t('proofs.noResults.both', { state: label, search });
}

export function ProofsScreen() {
  const topic = useTopicPart('proofs', (value) => value, noProofsYet);
  const keychain = useTopicPart<'keychain', Keychain['state']>('keychain', ({ state }) => state, 'available');
  const { proofId } = useRouteParams('proofs');
  const { pasting } = useProofActions();
  const [filter, setFilter] = useViewState(filterState);
  const [text, setText] = useViewState(searchTextState);
  const [focusId, setFocusId] = useState<number | null>(null);
  useRouteArrival('proofs', (params) => {
    if (params.state === undefined) return;
    setFocusId(params.proofId);
    setFilter(params.state);
    setText('');
  });
  const search = text.trim();
  const state = filter === 'all' ? null : filter;
  const source = JSON.stringify([search, state]);
  const [storedCount, setStoredCount] = useState({ source, ...nothingStored });
  const rows = usePagedRows<ProofRow>({
    source,
    revision: topic.revision,
    async fetchPage(offset, limit) {
      const page = await call('proofs.list', { offset, limit, state, search });
      setStoredCount({ source, proofs: page.kept - page.keptLinks, links: page.keptLinks });
      return page;
    },
  });
  useFirstProof(topic, proofId);
  // Loads the code of the PDF view before the first PDF is opened.
  useEffect(() => {
    void loadPdfView();
  }, []);
  const showAll = () => {
    setFilter('all');
    setText('');
  };
  const isEmpty = topic.total === 0;
  return (
    <>
      <ProofsHeader
        topic={topic}
        chosen={{ what: 'filter', state, search }}
        stored={storedCount.source === source ? storedCount : nothingStored}
      />
      <LibraryNotice />
      <Results />
      {isEmpty ? (
        // Revision 0 is the value before main has published the topic.
        topic.revision > 0 && <NoProofs keychain={keychain} />
      ) : (
        <>
          <Toolbar>
            <Chips
              label={t('proofs.column.state')}
              chips={stateChips(topic.total, topic.counts, filter)}
              value={filter}
              onChange={setFilter}
            />
            <Spread />
            <SearchField
              label={t('proofs.filter.search')}
              placeholder={t('proofs.filter.hint')}
              value={text}
              onChange={(value) => setText(value.slice(0, maxSearchLength))}
              width={288}
            />
          </Toolbar>
          <ProofList
            rows={rows}
            listKey={source}
            filter={{ state, search }}
            revision={topic.revision}
            openId={proofId}
            focusId={focusId}
            empty={
              <NoResults title={noResultsText(search, state)}>
                <LinkButton small onPress={showAll}>
                  {t('proofs.filter.clear')}
                </LinkButton>
              </NoResults>
            }
          />
        </>
      )}
      {pasting && <PasteDialog onFetched={showAll} />}
    </>
  );
}
