/** @file The feature's contributions to the frame: the tray, commands and search results. */
import type { TopicValue } from '../../../shared/contract/index.ts';
import { formatPlainList, t } from '../../../shared/messages/index.ts';
import type { Command, TrayContent, TrayJob } from '../../app/feature.ts';
import { useUnknownOutcomes } from '../../app/outcomes/UnknownOutcomes.tsx';
import { navigate, useRouteParams } from '../../app/routes.ts';
import { call, useTopicPart } from '../../bridge.ts';
import { openDialog } from './dialogs.ts';
import { importFile } from './import-file.ts';

const maxSearchResults = 8;
/** Maximum length of a search text that the command accepts. */
const maxSearchLength = 200;
const maxNamedLabels = 3;

function countIdsNeeded({ counts }: TopicValue<'beneficiaries'>): number {
  return counts['id-needed'] ?? 0;
}

function showAddressBook(): void {
  navigate('beneficiaries', { beneficiaryId: null });
}

function describeLabels(labels: readonly string[], unnamedCount: number): string {
  const joinedLabels = formatPlainList(labels);
  return unnamedCount === 0
    ? joinedLabels
    : t('beneficiaries.tray.aboutMore', { labels: joinedLabels, rest: unnamedCount });
}

export function useTray(): TrayContent {
  const outcomes = useUnknownOutcomes();
  const idsNeeded = useTopicPart('beneficiaries', countIdsNeeded, 0);
  const jobs: TrayJob[] = [];
  if (outcomes.length > 0) {
    const labels = [...new Set(outcomes.map(({ beneficiary }) => beneficiary.label))];
    const namedLabels = labels.slice(0, maxNamedLabels);
    jobs.push({
      id: 'beneficiaries unknown',
      icon: 'help',
      label: t('beneficiaries.tray.unknown', { count: outcomes.length }),
      summary: '',
      title: t('beneficiaries.tray.unknown', { count: outcomes.length }),
      amount: '',
      detail: describeLabels(namedLabels, labels.length - namedLabels.length),
      tone: 'warning',
      onOpen: showAddressBook,
    });
  }
  if (idsNeeded > 0) {
    jobs.push({
      id: 'beneficiaries id needed',
      icon: 'key',
      label: t('beneficiaries.tray.idNeeded', { count: idsNeeded }),
      summary: '',
      title: t('beneficiaries.tray.idNeeded', { count: idsNeeded }),
      amount: '',
      tone: 'warning',
      onOpen: showAddressBook,
    });
  }
  return { jobs };
}

export function useCommands(): readonly Command[] {
  const params = useRouteParams('beneficiaries');
  const outcomes = useUnknownOutcomes();
  const showScreenBefore = (action: () => void) => () => {
    navigate('beneficiaries', params);
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
      run: showScreenBefore(() => openDialog({ kind: 'add', added: 'known' })),
    },
    {
      id: 'beneficiaries import',
      label: t('beneficiaries.commands.import'),
      icon: 'ledger',
      keywords,
      run: showScreenBefore(importFile),
    },
    {
      id: 'beneficiaries new',
      label: t('beneficiaries.commands.create'),
      icon: 'pencil',
      keywords,
      run: showScreenBefore(() => openDialog({ kind: 'add', added: 'new' })),
    },
  ];
}

export async function findBeneficiaries(text: string): Promise<readonly Command[]> {
  const page = await call('beneficiaries.list', {
    search: text.slice(0, maxSearchLength),
    offset: 0,
    limit: maxSearchResults,
  });
  return page.rows.map(({ id, label, recipientId }) => ({
    id: `beneficiaries open ${id}`,
    label,
    icon: 'people',
    detail: recipientId ?? t('beneficiaries.commands.draft'),
    run: () => navigate('beneficiaries', { beneficiaryId: id }),
  }));
}
