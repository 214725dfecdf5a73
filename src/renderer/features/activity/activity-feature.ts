/** @file Registration of the Activity feature. */
import { activityScreenWords } from '../../../shared/words/activity-screen.ts';
import type { Command, Feature } from '../../app/feature.ts';
import { navigate } from '../../app/routes.ts';
import { ActivityScreen } from './ActivityScreen.tsx';
import { everything } from './filter.ts';
import { exportActivity, useActivityJobs, verifyChain } from './jobs.ts';

const words = activityScreenWords.commands;

function useActivityCommands(): readonly Command[] {
  const { verifying, exporting } = useActivityJobs();
  return [
    {
      id: 'activity verify',
      word: words.verify,
      icon: 'check-circle',
      keywords: words.keywords.verify,
      disabled: verifying,
      run: () => {
        navigate('activity', {});
        verifyChain();
      },
    },
    {
      id: 'activity export',
      word: words.export,
      icon: 'save',
      keywords: words.keywords.export,
      disabled: exporting,
      run: () => {
        navigate('activity', {});
        exportActivity(everything);
      },
    },
  ];
}

export const activityFeature: Feature = {
  route: 'activity',
  word: activityScreenWords.word,
  icon: 'activity',
  Screen: ActivityScreen,
  useCommands: useActivityCommands,
};
