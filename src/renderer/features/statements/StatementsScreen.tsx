import { useEffect, useRef, useState } from 'react';
import { t } from '../../../shared/messages/index.ts';
import { leave } from '../../app/leave-confirmation.tsx';
import { focusContent } from '../../app/regions.ts';
import { navigate, type RouteParams, useRouteParams } from '../../app/routes.ts';
import { useTopicPart } from '../../bridge.ts';
import { Button } from '../../components/Button.tsx';
import { PageHead } from '../../components/Page.tsx';
import { CoverageView } from './CoverageView.tsx';
import { HeadSlot } from './head-slot.tsx';
import { InboxView } from './InboxView.tsx';
import { PasteDialog } from './PasteDialog.tsx';
import { ReviewView } from './ReviewView.tsx';
import { SearchView } from './SearchView.tsx';

type Tab = RouteParams['statements']['tab'];
const tabs: readonly Tab[] = ['coverage', 'inbox', 'review', 'search'];

function Tabs({ tab, attentionCount }: { readonly tab: Tab; readonly attentionCount: number }) {
  const { statementId } = useRouteParams('statements');
  return (
    <nav className="tabs" aria-label={t('statements.tabs')}>
      {tabs.map((id) => (
        <button
          key={id}
          type="button"
          aria-current={id === tab ? 'page' : undefined}
          onClick={() => leave(() => navigate('statements', { tab: id, statementId }))}
        >
          {t(`statements.tab.${id}`)}
          {id === 'inbox' && attentionCount > 0 && <span className="n">{attentionCount}</span>}
        </button>
      ))}
    </nav>
  );
}

/** The Statements screen with its four views. */
export function StatementsScreen() {
  const { tab, statementId, hit } = useRouteParams('statements');
  const [isPasting, setIsPasting] = useState(false);
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
        actions={
          tab === 'coverage' || tab === 'inbox' ? (
            <Button icon="paste" onPress={() => setIsPasting(true)}>
              {t('statements.paste.open')}
            </Button>
          ) : (
            <span ref={setSlot} className="head-slot" />
          )
        }
      >
        <Tabs tab={tab} attentionCount={attentionCount} />
      </PageHead>
      {tab === 'coverage' && <CoverageView />}
      {tab === 'inbox' && <InboxView />}
      {tab === 'review' && (
        <HeadSlot value={slot}>
          <ReviewView
            key={`${statementId} ${hit?.row} ${hit?.column}`}
            statementId={statementId}
            {...(hit === undefined ? {} : { hit })}
          />
        </HeadSlot>
      )}
      {tab === 'search' && <SearchView />}
      <PasteDialog open={isPasting} onClose={() => setIsPasting(false)} />
    </>
  );
}
