import { formatDuration, formatPercent, t } from '../../../shared/messages/index.ts';
import { useFailures } from '../../app/failures.ts';
import type { Command, Feature, FileDropHandler, TrayContent } from '../../app/feature.ts';
import { showBanner } from '../../app/frame/banner.ts';
import { createLazyComponent } from '../../app/lazy-component.tsx';
import { navigate, useRoute, useRouteParams } from '../../app/routes.ts';
import { toast } from '../../app/toasts/toasts.ts';
import { useServiceNow } from '../../app/use-service-now.ts';
import { call, useTopicPart } from '../../bridge.ts';
import { filesNotSavedMessage } from '../../components/files/files-not-saved.ts';
import { ingestMessage } from './inbox/ingest-message.ts';
import { setPasteOpen } from './inbox/paste-event.ts';
import { useRecentStatements } from './recent-statements.ts';

async function submitEventFiles(files: readonly File[], statementId: number | null): Promise<void> {
  const { notOnDisk, ...totals } = await call('statements.addEvents', { action: 'drop', files: [...files] });
  if (notOnDisk.length > 0) {
    const detail = filesNotSavedMessage(files, notOnDisk);
    showBanner({ tone: 'warning', title: t('statements.drop.notAdded'), detail });
  }
  if (notOnDisk.length === files.length) return;
  toast({ sentence: ingestMessage(totals) });
  navigate('statements', { tab: 'inbox', statementId });
}

/** Returns the drop handler for event files while the screen is shown. */
function useEventFileDrop(): FileDropHandler | null {
  const { attempt } = useFailures();
  const { statementId } = useRouteParams('statements');
  const isShown = useRoute() === 'statements';
  return isShown
    ? { text: t('statements.drop.label'), onFiles: (files) => attempt(submitEventFiles(files, statementId)) }
    : null;
}

/** Number of quarantined events and expired links. */
function useTray(): TrayContent {
  const now = useServiceNow();
  const downloading = useTopicPart('statements', (value) => value.downloading, null);
  const count = useTopicPart('statements', ({ counts }) => counts.downloading ?? 0, 0);
  const nextExpiry = useTopicPart('statements', (value) => value.nextExpiry, null);
  const show = () => navigate('statements', { tab: 'inbox', statementId: null });
  const left = nextExpiry === null ? null : Date.parse(nextExpiry) - now.getTime();
  return {
    jobs: [
      ...(downloading === null || count === 0
        ? []
        : [
            {
              id: 'statements downloading',
              icon: 'down' as const,
              label: t('statements.title'),
              summary: t('statements.tray.downloading', { count }),
              title: t('statements.tray.downloading', { count }),
              amount: formatPercent(downloading.part, downloading.whole),
              progress: downloading,
              onOpen: show,
            },
          ]),
      ...(left === null || left <= 0
        ? []
        : [
            {
              id: 'statements link',
              icon: 'clock' as const,
              label: t('statements.tray.expiry', { duration: formatDuration(left) }),
              summary: '',
              title: t('statements.tray.expiry', { duration: formatDuration(left) }),
              amount: '',
              tone: 'warning' as const,
              onOpen: show,
            },
          ]),
    ],
  };
}

function useCommands(): readonly Command[] {
  const { statementId } = useRouteParams('statements');
  const recent = useRecentStatements();
  const keywords = ['wallet', 'account', 'csv'];
  return [
    {
      id: 'statements request',
      label: t('statements.command.request'),
      icon: 'ledger',
      keywords,
      run: () => navigate('statements', { tab: 'coverage', statementId }),
    },
    {
      id: 'statements search',
      label: t('statements.command.search'),
      icon: 'search',
      keywords,
      run: () => navigate('statements', { tab: 'search', statementId }),
    },
    {
      id: 'statements paste',
      label: t('statements.paste.open'),
      icon: 'paste',
      keywords: [...keywords, 'webhook', 'json'],
      run: () => {
        navigate('statements', { tab: 'inbox', statementId });
        setPasteOpen(true);
      },
    },
    ...recent.map(({ name, detail, params }) => ({
      id: `statements recent ${params.statementId ?? params.combinedIds?.join(' ')}`,
      label: t('statements.command.review', { name }),
      detail,
      icon: 'ledger' as const,
      keywords: ['recent'],
      run: () => navigate('statements', params),
    })),
  ];
}

export const statementsFeature: Feature = {
  route: 'statements',
  get label() {
    return t('statements.title');
  },
  icon: 'ledger',
  Screen: createLazyComponent(() =>
    import('./StatementsScreen.tsx').then((module) => module.StatementsScreen),
  ),
  useTray,
  useCommands,
  useFileDropHandler: useEventFileDrop,
};
