/** @file Registration of the Needs you feature. */

import { noNeeds } from '../../../shared/contract/needs-you.ts';
import { t } from '../../../shared/messages/index.ts';
import { createNeedMessages } from '../../../shared/messages/need-messages.ts';
import { urgencyOf } from '../../../shared/model/needs-you/needs-you.ts';
import type { Command, Feature, TrayContent } from '../../app/feature.ts';
import { createLazyComponent } from '../../app/lazy-component.tsx';
import { navigate } from '../../app/routes.ts';
import { useTopicPart } from '../../bridge.ts';
import { saveHandover, useHandoverJob } from './handover.ts';

function useNeedCount(): number {
  return useTopicPart('needsYou', ({ total }) => total, 0);
}

const showNeedsYou = () => navigate('needsYou', {});

/** Returns one tray entry with the number of needs and the most urgent need. */
function useTray(): TrayContent {
  const total = useNeedCount();
  const topNeeds = useTopicPart('needsYou', (summary) => summary.top, noNeeds.top);
  const [topNeed] = topNeeds;
  if (topNeed === undefined) return { jobs: [] };
  const isUrgent = urgencyOf[topNeed.kind] !== 'upkeep';
  return {
    jobs: [
      {
        id: 'needs you',
        icon: 'alert',
        label: t('session.pick.needs', { count: total }),
        summary: '',
        title: t('session.pick.needs', { count: total }),
        amount: '',
        detail: createNeedMessages(topNeed).title,
        ...(isUrgent ? { tone: 'warning' as const } : {}),
        onOpen: showNeedsYou,
      },
    ],
  };
}

function useCommands(): readonly Command[] {
  const total = useNeedCount();
  const { isSaving } = useHandoverJob();
  return [
    {
      id: 'needs-you open',
      label: total === 0 ? t('needsYou.open') : t('needsYou.openCount', { count: total }),
      icon: 'alert',
      keywords: t('needsYou.keywords').split(', '),
      run: showNeedsYou,
    },
    {
      id: 'needs-you handover',
      label: t('handover.action'),
      icon: 'save',
      keywords: t('handover.command.keywords').split(', '),
      disabled: isSaving,
      run: () => {
        showNeedsYou();
        saveHandover();
      },
    },
  ];
}

export const needsYouFeature: Feature = {
  route: 'needsYou',
  get label() {
    return t('needsYou.title');
  },
  icon: 'alert',
  Screen: createLazyComponent(() => import('./NeedsYouScreen.tsx').then((module) => module.NeedsYouScreen)),
  useTray,
  useCommands,
};
