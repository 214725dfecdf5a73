/** @file Registration of the Activity feature. */
import { t } from '../../../shared/messages/index.ts';
import type { Command, Feature } from '../../app/feature.ts';
import { createLazyComponent } from '../../app/lazy-component.tsx';
import { navigate } from '../../app/routes.ts';
import { emptyFilter, toActivityFilter } from './filter.ts';
import { exportActivity, useActivityJobs, verifyChain } from './jobs.ts';
import { checkPack, usePackCheck } from './pack-check.ts';

function useActivityCommands(): readonly Command[] {
  const { isVerifying, isExporting } = useActivityJobs();
  const isCheckingPack = usePackCheck(({ isRunning }) => isRunning);
  return [
    {
      id: 'activity verify',
      label: t('activity.verify.action'),
      icon: 'check-circle',
      keywords: t('activity.verify.keywords').split(', '),
      disabled: isVerifying,
      run: () => {
        navigate('activity', {});
        verifyChain();
      },
    },
    {
      id: 'activity check pack',
      label: t('evidence.check.action'),
      icon: 'proof',
      keywords: t('evidence.check.keywords').split(', '),
      disabled: isCheckingPack,
      run: () => {
        navigate('activity', {});
        checkPack();
      },
    },
    {
      id: 'activity export',
      label: t('activity.export.command'),
      icon: 'save',
      keywords: t('activity.export.keywords').split(', '),
      disabled: isExporting,
      run: () => {
        navigate('activity', {});
        exportActivity(toActivityFilter(emptyFilter, new Date()));
      },
    },
  ];
}

export const activityFeature: Feature = {
  route: 'activity',
  get label() {
    return t('activity.title');
  },
  icon: 'activity',
  Screen: createLazyComponent(() => import('./ActivityScreen.tsx').then((module) => module.ActivityScreen)),
  useCommands: useActivityCommands,
};
