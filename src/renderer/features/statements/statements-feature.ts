import { formatDuration, formatPercent } from '../../../shared/messages/index.ts';
import { statementScreenWords } from '../../../shared/words/statements-screen.ts';
import type { Command, Feature, TrayContent } from '../../app/feature.ts';
import { navigate, useRouteParams } from '../../app/routes.ts';
import { useTopicPart } from '../../bridge.ts';
import { useNow } from '../../components/clock-tick.ts';
import { useEventFileDrop } from './drop-events.ts';
import { StatementsScreen } from './StatementsScreen.tsx';

const words = statementScreenWords;

/** Events that were set aside and links that ended. */
function useNeedsClerk(): number {
  return useTopicPart('statements', ({ quarantined, counts }) => quarantined + (counts.expired ?? 0), 0);
}

function useTray(): TrayContent {
  const now = useNow();
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
              word: words.tray.word,
              summary: words.tray.downloading(count),
              title: words.tray.downloading(count),
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
              word: words.tray.ends(formatDuration(left)),
              summary: '',
              title: words.tray.ends(formatDuration(left)),
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
  const { commands } = words;
  return [
    {
      id: 'statements.request',
      word: commands.ask,
      icon: 'ledger',
      keywords: commands.keywords,
      run: () => navigate('statements', { tab: 'coverage', statementId }),
    },
    {
      id: 'statements search',
      word: commands.search,
      icon: 'search',
      keywords: commands.keywords,
      run: () => navigate('statements', { tab: 'search', statementId }),
    },
  ];
}

/** Statements: ask, take events in, see what is there, review. */
export const statementsFeature: Feature = {
  route: 'statements',
  word: words.title,
  icon: 'ledger',
  Screen: StatementsScreen,
  useNeedsClerk,
  useTray,
  useCommands,
  useFileDropHandler: useEventFileDrop,
};
