/** @file Registration of the Proofs feature. */

import { t } from '../../../shared/messages/index.ts';
import { kindLabel } from '../../../shared/messages/proof-kinds.ts';
import type { Command, Feature, TrayContent } from '../../app/feature.ts';
import { createLazyComponent } from '../../app/lazy-component.tsx';
import { navigate } from '../../app/routes.ts';
import { call, useTopicPart } from '../../bridge.ts';
import { refetch, setPasting, useDisabledReason } from './proof-actions.ts';
import { noLibraryYet, noProofsYet } from './topics.ts';

const maxFound = 8;
const maxSearchLength = 200;

function useTray(): TrayContent {
  const { running } = useTopicPart('proofs', (value) => value, noProofsYet);
  const library = useTopicPart('library', (value) => value, noLibraryYet);
  const facts =
    library.state === 'kept' && library.items > 0
      ? [
          {
            id: 'library',
            icon: 'lock' as const,
            text: t('proofs.library.sealed', { count: library.items }),
          },
        ]
      : [];
  if (running === null) return { jobs: [], facts };
  const summary = t('proofs.progress', { done: running.done, total: running.total });
  return {
    facts,
    jobs: [
      {
        id: 'proofs',
        icon: 'down',
        label: t('proofs.title'),
        summary,
        title: t('proofs.tray.title', { count: running.total }),
        amount: summary,
        ...(running.blockReason === null
          ? {}
          : { detail: t(`documentsFrame.notices.paused.${running.blockReason}.title`) }),
        progress: { part: running.done, whole: running.total },
        onOpen: () => navigate('proofs'),
      },
    ],
  };
}

function useCommands(): readonly Command[] {
  const failedCount = useTopicPart('proofs', ({ counts }) => counts.failed ?? 0, 0);
  const disabledReason = useDisabledReason();
  const keywords = t('proofs.command.keywords').split(', ');
  return [
    {
      id: 'proofs paste',
      label: t('proofs.command.paste'),
      icon: 'paste',
      keywords,
      run: () => {
        navigate('proofs');
        setPasting(true);
      },
    },
    {
      id: 'proofs retry',
      label: t('proofs.command.retry'),
      icon: 'retry',
      keywords,
      disabled: failedCount === 0 || disabledReason !== null,
      ...(disabledReason === null ? {} : { detail: disabledReason }),
      run: () => refetch('retry', { what: 'filter', state: 'failed', search: '' }),
    },
  ];
}

async function search(text: string): Promise<readonly Command[]> {
  const page = await call('proofs.list', {
    search: text.slice(0, maxSearchLength),
    state: null,
    offset: 0,
    limit: maxFound,
  });
  return page.rows.map(({ id, reference, kind }) => ({
    id: `proofs open ${id}`,
    label: reference,
    icon: 'proof',
    detail: kind === null ? t('proofs.title') : kindLabel(kind),
    run: () => navigate('proofs', { proofId: id }),
  }));
}

export const proofsFeature: Feature = {
  route: 'proofs',
  get label() {
    return t('proofs.title');
  },
  icon: 'proof',
  Screen: createLazyComponent(() => import('./ProofsScreen.tsx').then((module) => module.ProofsScreen)),
  useTray,
  useCommands,
  search,
};
