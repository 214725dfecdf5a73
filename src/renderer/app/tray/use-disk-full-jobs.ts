/** @file The tray line of a full disk, for as long as anything waits for space. */
import { t } from '../../../shared/messages/index.ts';
import { diskFullTitle, diskSpaceText } from '../../../shared/messages/need-messages.ts';
import { useTopicPart } from '../../bridge.ts';
import type { TrayJob } from '../feature.ts';
import { navigate } from '../routes.ts';

export function useDiskFullJobs(): readonly TrayJob[] {
  const diskFull = useTopicPart('diskFull', (value) => value, null);
  if (diskFull === null) return [];
  return [
    {
      id: 'disk full',
      icon: 'alert',
      label: t('needsYou.disk-full.label'),
      summary: diskSpaceText(diskFull),
      title: diskFullTitle(diskFull),
      amount: '',
      detail: t('needsYou.disk-full.detail'),
      tone: 'danger',
      onOpen: () => navigate('needsYou', {}),
    },
  ];
}
