/** @file The feature's contributions to the frame: the badge on the rail, the tray, commands and search results. */
import { useEffect } from 'react';
import type { TopicValue } from '../../../shared/contract/index.ts';
import { formatPlainList, t } from '../../../shared/messages/index.ts';
import type { Command, TrayContent, TrayJob } from '../../app/feature.ts';
import { useUnknownOutcomes } from '../../app/outcomes/UnknownOutcomes.tsx';
import { navigate, useRouteParams } from '../../app/routes.ts';
import { call, useTopicPart } from '../../bridge.ts';
import { openDialog, resetDialogs } from './dialogs.ts';
import { importFile } from './import-file.ts';

const maxFound = 8;
const maxNamed = 3;

function needsId({ counts }: TopicValue<'beneficiaries'>): number {
  return counts['id-needed'] ?? 0;
}

/** Number of outcomes to settle and recipient IDs to enter. */
export function useNeedsClerkCount(): number {
  const outcomes = useUnknownOutcomes();
  return outcomes.length + useTopicPart('beneficiaries', needsId, 0);
}

function showAddressBook(): void {
  navigate('beneficiaries', { beneficiaryId: null });
}

function describeLabels(labels: readonly string[], rest: number): string {
  const shown = formatPlainList(labels);
  return rest === 0 ? shown : t('beneficiaries.tray.aboutMore', { labels: shown, rest });
}

/** Tray entries for outcomes to settle and for recipient IDs to enter. */
export function useTray(): TrayContent {
  const outcomes = useUnknownOutcomes();
  const ids = useTopicPart('beneficiaries', needsId, 0);
  const jobs: TrayJob[] = [];
  if (outcomes.length > 0) {
    const labels = [...new Set(outcomes.map(({ beneficiary }) => beneficiary.label))];
    const named = labels.slice(0, maxNamed);
    jobs.push({
      id: 'beneficiaries unknown',
      icon: 'help',
      label: t('beneficiaries.tray.unknown', { count: outcomes.length }),
      summary: '',
      title: t('beneficiaries.tray.unknown', { count: outcomes.length }),
      amount: '',
      detail: describeLabels(named, labels.length - named.length),
      tone: 'warning',
      onOpen: showAddressBook,
    });
  }
  if (ids > 0) {
    jobs.push({
      id: 'beneficiaries id needed',
      icon: 'key',
      label: t('beneficiaries.tray.idNeeded', { count: ids }),
      summary: '',
      title: t('beneficiaries.tray.idNeeded', { count: ids }),
      amount: '',
      tone: 'warning',
      onOpen: showAddressBook,
    });
  }
  return { jobs };
}

/** The commands of the screen, available on every screen. */
export function useCommands(): readonly Command[] {
  const place = useRouteParams('beneficiaries');
  const outcomes = useUnknownOutcomes();
  useEffect(() => resetDialogs, []);
  const onScreen = (action: () => void) => () => {
    navigate('beneficiaries', place);
    action();
  };
  const keywords = t('beneficiaries.commands.keywords').split(', ');
  return [
    ...(outcomes.length === 0
      ? []
      : [
          {
            id: 'beneficiaries settle',
            label: t('beneficiaries.commands.settle', { count: outcomes.length }),
            icon: 'help' as const,
            run: showAddressBook,
          },
        ]),
    {
      id: 'beneficiaries add',
      label: t('beneficiaries.commands.add'),
      icon: 'plus',
      keywords,
      run: onScreen(() => openDialog({ kind: 'add' })),
    },
    {
      id: 'beneficiaries import',
      label: t('beneficiaries.commands.import'),
      icon: 'ledger',
      keywords,
      run: onScreen(importFile),
    },
    {
      id: 'beneficiaries new',
      label: t('beneficiaries.commands.create'),
      icon: 'pencil',
      keywords,
      run: onScreen(() => openDialog({ kind: 'draft', draft: null })),
    },
  ];
}

/** Finds beneficiaries by label or recipient ID. */
export async function findBeneficiaries(text: string): Promise<readonly Command[]> {
  const page = await call('beneficiaries.list', { search: text.slice(0, 200), offset: 0, limit: maxFound });
  return page.rows.map(({ id, label, recipientId }) => ({
    id: `beneficiaries open ${id}`,
    label,
    icon: 'people',
    detail: recipientId ?? t('beneficiaries.commands.draft'),
    run: () => navigate('beneficiaries', { beneficiaryId: id }),
  }));
}
