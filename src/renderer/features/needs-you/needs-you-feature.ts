/** @file Registration of the Needs you feature. */

import { noNeeds } from '../../../shared/contract/needs-you.ts';
import { t } from '../../../shared/messages/index.ts';
import { urgencyOf } from '../../../shared/model/needs-you.ts';
import type { Command, Feature, TrayContent } from '../../app/feature.ts';
import { navigate } from '../../app/routes.ts';
import { useTopicPart } from '../../bridge.ts';
import { NeedsYouScreen } from './NeedsYouScreen.tsx';
import { needMessages } from './rows.ts';

function useTotal(): number {
  return useTopicPart('needsYou', ({ total }) => total, 0);
}

const show = () => navigate('needsYou', {});

/** One tray entry: the number of entries, and the most urgent one. */
function useTray(): TrayContent {
  const total = useTotal();
  const top = useTopicPart('needsYou', (summary) => summary.top, noNeeds.top);
  const [first] = top;
  if (first === undefined) return { jobs: [] };
  const isUrgent = urgencyOf[first.kind] !== 'upkeep';
  return {
    jobs: [
      {
        id: 'needs you',
        icon: 'alert',
        label: t('needsYou.summary', { count: total }),
        summary: '',
        title: t('needsYou.summary', { count: total }),
        amount: '',
        detail: needMessages(first).title,
        ...(isUrgent ? { tone: 'warning' as const } : {}),
        onOpen: show,
      },
    ],
  };
}

function useCommands(): readonly Command[] {
  const total = useTotal();
  return [
    {
      id: 'needs-you open',
      label: total === 0 ? t('needsYou.open') : t('needsYou.openCount', { count: total }),
      icon: 'alert',
      keywords: t('needsYou.keywords').split(', '),
      run: show,
    },
  ];
}

export const needsYouFeature: Feature = {
  route: 'needsYou',
  get label() {
    return t('needsYou.title');
  },
  icon: 'alert',
  Screen: NeedsYouScreen,
  useNeedsClerkCount: useTotal,
  useTray,
  useCommands,
};
