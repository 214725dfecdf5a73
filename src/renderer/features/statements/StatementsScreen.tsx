import { useEffect, useRef, useState } from 'react';
import { t } from '../../../shared/messages/index.ts';
import { focusContent } from '../../app/frame/regions.ts';
import { leave } from '../../app/profiles/leave.ts';
import { navigate, type RouteParams, useRouteParams } from '../../app/routes.ts';
import { useTopicPart } from '../../bridge.ts';
import { PageHead } from '../../components/layout/Page.tsx';
import { CompareView } from './compare/CompareView.tsx';
import { CoverageView } from './coverage/CoverageView.tsx';
import { StatementViewer } from './grid/StatementViewer.tsx';
import { HeadSlot } from './head-slot.tsx';
import { InboxView } from './inbox/InboxView.tsx';
import { PasteDialog } from './inbox/PasteDialog.tsx';
import { setPasteOpen, usePasteOpen } from './inbox/paste-event.ts';
import styles from './Statements.module.css';
import { SearchView } from './search/SearchView.tsx';

type Tab = RouteParams['statements']['tab'];
const tabs: readonly Tab[] = ['coverage', 'inbox', 'viewer', 'search'];

function Tabs({ tab, attentionCount }: { readonly tab: Tab; readonly attentionCount: number }) {
  const { statementId, combinedIds } = useRouteParams('statements');
  const reviewed = combinedIds === undefined ? { statementId } : { statementId, combinedIds };
  return (
    <nav className={styles.tabs} data-part="tabs" aria-label={t('statements.tabs')}>
      {tabs.map((id) => (
        <button
          key={id}
          type="button"
          aria-current={id === tab ? 'page' : undefined}
          onClick={() => leave(() => navigate('statements', { tab: id, ...reviewed }))}
        >
          {t(`statements.tab.${id}`)}
          {id === 'inbox' && attentionCount > 0 && <span className={styles.n}>{attentionCount}</span>}
        </button>
      ))}
    </nav>
  );
}

export function StatementsScreen() {
  const { tab, statementId, combinedIds, otherId, hit, pageHit } = useRouteParams('statements');
  const isPasting = usePasteOpen();
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  // The button that switched the view disappears with the old view, and loses the focus.
  const shownTab = useRef(tab);
  useEffect(() => {
    if (shownTab.current === tab) return;
    shownTab.current = tab;
    focusContent();
  }, [tab]);
  const attentionCount = useTopicPart(
    'statements',
    ({ quarantined, counts }) =>
      quarantined +
      (counts.ready ?? 0) +
      (counts.downloading ?? 0) +
      (counts.expired ?? 0) +
      (counts.waiting ?? 0),
    0,
  );
  return (
    <>
      <PageHead
        title={t('statements.title')}
        actions={tab === 'inbox' ? undefined : <span ref={setSlot} className={styles.headSlot} />}
      >
        <Tabs tab={tab} attentionCount={attentionCount} />
      </PageHead>
      {tab === 'coverage' && (
        <HeadSlot value={slot}>
          <CoverageView />
        </HeadSlot>
      )}
      {tab === 'inbox' && <InboxView />}
      {tab === 'viewer' && (
        <HeadSlot value={slot}>
          {statementId !== null && otherId !== undefined ? (
            <CompareView key={`${statementId} ${otherId}`} statementId={statementId} otherId={otherId} />
          ) : (
            <StatementViewer
              key={`${combinedIds?.join() ?? statementId} ${hit?.row} ${hit?.column} ${pageHit?.page} ${pageHit?.find}`}
              statementId={statementId}
              {...(combinedIds === undefined ? {} : { combinedIds })}
              {...(hit === undefined ? {} : { hit })}
              {...(pageHit === undefined ? {} : { pageHit })}
            />
          )}
        </HeadSlot>
      )}
      {tab === 'search' && <SearchView />}
      <PasteDialog open={isPasting} onClose={() => setPasteOpen(false)} />
    </>
  );
}
