/** @file Needs you, as the frame knows it. */
import { noNeeds } from '../../../shared/contract/needs-you.ts';
import { urgencyOf } from '../../../shared/model/needs-you.ts';
import { needsYouWords as words } from '../../../shared/words/needs-you.ts';
import type { Command, Feature, TrayContent } from '../../app/feature.ts';
import { navigate } from '../../app/routes.ts';
import { useTopicPart } from '../../bridge.ts';
import { NeedsYouScreen } from './NeedsYouScreen.tsx';
import { needWords } from './rows.ts';

function useTotal(): number {
  return useTopicPart('needsYou', ({ total }) => total, 0);
}

const show = () => navigate('needsYou', {});

/** One line: how much there is, and what is lost first. */
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
        word: words.tray(total),
        summary: '',
        title: words.tray(total),
        amount: '',
        detail: needWords(first).title,
        ...(isUrgent ? { tone: 'warning' as const } : {}),
        onOpen: show,
      },
    ],
  };
}

function useCommands(): readonly Command[] {
  const total = useTotal();
  const { commands } = words;
  return [
    {
      id: 'needs-you open',
      word: commands.open(total),
      icon: 'alert',
      keywords: commands.keywords,
      run: show,
    },
  ];
}

/** The feature, for the frame. */
export const needsYouFeature: Feature = {
  route: 'needsYou',
  word: words.word,
  icon: 'alert',
  Screen: NeedsYouScreen,
  useNeedsClerk: useTotal,
  useTray,
  useCommands,
};
