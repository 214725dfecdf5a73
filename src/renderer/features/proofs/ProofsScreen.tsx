import { useEffect, useState } from 'react';
import { t } from '../../../shared/messages/index.ts';
import type { ProofRow, ProofState } from '../../../shared/model/proofs/proof.ts';
import { replaceParams, useRouteArrival, useRouteParams } from '../../app/routes.ts';
import { useSamples } from '../../app/samples.ts';
import { createViewState, useViewState } from '../../app/view-state.ts';
import { call, useTopicPart } from '../../bridge.ts';
import { Button, LinkButton } from '../../components/Button.tsx';
import { Chips } from '../../components/Chips.tsx';
import { DataGrid } from '../../components/data-grid/DataGrid.tsx';
import { usePagedRows } from '../../components/data-grid/paged-rows.ts';
import { Empty, NoResults } from '../../components/Empty.tsx';
import { useMedia } from '../../components/media.ts';
import { Spread, Toolbar } from '../../components/Page.tsx';
import { loadPdfView } from '../../components/pdf/PdfDocument.tsx';
import { SearchField } from '../../components/SearchField.tsx';
import { columns, narrowColumns } from './columns.tsx';
import { LibraryNotice } from './LibraryNotice.tsx';
import { type StateFilter, stateChips } from './looks.ts';
import { PasteDialog } from './PasteDialog.tsx';
import { ProofsHeader } from './ProofsHeader.tsx';
import { fetchReferences, setPasting, useProofActions } from './proof-actions.ts';
import { Results } from './Results.tsx';
import { noProofsYet } from './topics.ts';
import { Viewer } from './Viewer.tsx';

const idOf = (row: ProofRow) => row.id;
const maxSearchLength = 200;
const keptFilter = createViewState<StateFilter>('all');
const keptText = createViewState('');

function noResultsText(search: string, state: ProofState | null): string {
  if (state === null)
    return search === '' ? t('proofs.noResults.all') : t('proofs.noResults.search', { search });
  const label = t(`proofs.state.${state}`);
  return search === ''
    ? t('proofs.noResults.state', { state: label })
    : t('proofs.noResults.both', { state: label, search });
}

function NoProofs() {
  const references = useSamples()?.references ?? [];
  const { busy } = useProofActions();
  return (
    <div className="center">
      <Empty
        icon="proof"
        title={t('proofs.empty.title')}
        lead={t('proofs.empty.lead')}
        foot={t('proofs.empty.foot')}
        actions={
          <>
            <Button
              variant="primary"
              size="big"
              icon="paste"
              tourStop="paste"
              startsFocused
              onPress={() => setPasting(true)}
            >
              {t('proofs.paste')}
            </Button>
            {references.length > 0 && (
              <Button size="big" disabled={busy} onPress={() => fetchReferences(references)}>
                {t('samples.references')}
              </Button>
            )}
          </>
        }
      />
    </div>
  );
}

/** The Proofs screen: list of references and the selected proof. */
export function ProofsScreen() {
  const topic = useTopicPart('proofs', (value) => value, noProofsYet);
  const { proofId } = useRouteParams('proofs');
  const { pasting } = useProofActions();
  const [filter, setFilter] = useViewState(keptFilter);
  const [text, setText] = useViewState(keptText);
  const [wantedId, setWantedId] = useState<number | null>(null);
  useRouteArrival('proofs', (place) => {
    if (place.state === undefined) return;
    setWantedId(place.proofId);
    setFilter(place.state);
    setText('');
  });
  const narrow = useMedia('(width < 1120px)');
  const search = text.trim();
  const state = filter === 'all' ? null : filter;
  const source = JSON.stringify([search, state]);
  const [kept, setKept] = useState({ source, count: 0 });
  const rows = usePagedRows<ProofRow>({
    source,
    revision: topic.revision,
    async fetchPage(offset, limit) {
      const page = await call('proofs.list', { offset, limit, state, search });
      setKept({ source, count: page.kept });
      return page;
    },
  });
  useEffect(() => {
    void loadPdfView();
  }, []);
  const showAll = () => {
    setFilter('all');
    setText('');
  };
  const empty = topic.total === 0;
  return (
    <>
      <ProofsHeader
        topic={topic}
        chosen={{ what: 'filter', state, search }}
        kept={kept.source === source ? kept.count : 0}
      />
      <LibraryNotice />
      <Results />
      {empty ? (
        topic.revision > 0 && <NoProofs />
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
          <div className="split proof-split">
            <div className="list-column">
              <DataGrid
                label={t('proofs.references')}
                columns={narrow ? narrowColumns : columns}
                rows={rows}
                idOf={idOf}
                roomy
                openId={proofId}
                focusId={wantedId}
                onOpen={(row) => replaceParams('proofs', { proofId: row.id })}
                empty={
                  <NoResults title={noResultsText(search, state)}>
                    <LinkButton small onPress={showAll}>
                      {t('proofs.filter.clear')}
                    </LinkButton>
                  </NoResults>
                }
              />
            </div>
            {proofId === null ? (
              <article className="proof-viewer">
                <div className="center">
                  <p className="dim">{t('proofsViewer.choose')}</p>
                </div>
              </article>
            ) : (
              <Viewer proofId={proofId} revision={topic.revision} />
            )}
          </div>
        </>
      )}
      {pasting && <PasteDialog onFetched={showAll} />}
    </>
  );
}
