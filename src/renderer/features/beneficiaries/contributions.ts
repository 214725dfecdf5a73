/** @file The feature's contributions to the frame: the badge on the rail, the tray, commands and search results. */
import { useEffect } from 'react';
import type { TopicValue } from '../../../shared/contract/index.ts';
import { beneficiaryScreenWords } from '../../../shared/words/beneficiaries-screen.ts';
import type { Command, TrayContent, TrayJob } from '../../app/feature.ts';
import { useUnknownOutcomes } from '../../app/outcomes/UnknownOutcomes.tsx';
import { navigate, useRouteParams } from '../../app/routes.ts';
import { call, useTopicPart } from '../../bridge.ts';
import { openDialog, resetDialogs } from './dialogs.ts';
import { importFile } from './import-file.ts';

const words = beneficiaryScreenWords;
const maxFound = 8;
const maxNamed = 3;

function needsId({ counts }: TopicValue<'beneficiaries'>): number {
  return counts['id-needed'] ?? 0;
}

/** Number of outcomes to settle and recipient IDs to enter. */
export function useNeedsClerk(): number {
  const outcomes = useUnknownOutcomes();
  return outcomes.length + useTopicPart('beneficiaries', needsId, 0);
}

function showAddressBook(): void {
  navigate('beneficiaries', { beneficiaryId: null });
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
      word: words.tray.unknown(outcomes.length),
      summary: '',
      title: words.tray.unknown(outcomes.length),
      amount: '',
      detail: words.tray.about(named, labels.length - named.length),
      tone: 'warning',
      onOpen: showAddressBook,
    });
  }
  if (ids > 0) {
    jobs.push({
      id: 'beneficiaries id needed',
      icon: 'key',
      word: words.tray.idNeeded(ids),
      summary: '',
      title: words.tray.idNeeded(ids),
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
  const { commands } = words;
  return [
    ...(outcomes.length === 0
      ? []
      : [
          {
            id: 'beneficiaries settle',
            word: commands.settle(outcomes.length),
            icon: 'help' as const,
            run: showAddressBook,
          },
        ]),
    {
      id: 'beneficiaries add',
      word: commands.add,
      icon: 'plus',
      keywords: commands.keywords,
      run: onScreen(() => openDialog({ kind: 'add' })),
    },
    {
      id: 'beneficiaries import',
      word: commands.import,
      icon: 'ledger',
      keywords: commands.keywords,
      run: onScreen(importFile),
    },
    {
      id: 'beneficiaries new',
      word: commands.create,
      icon: 'pencil',
      keywords: commands.keywords,
      run: onScreen(() => openDialog({ kind: 'draft', draft: null })),
    },
  ];
}

/** Finds beneficiaries by label or recipient ID. */
export async function findBeneficiaries(text: string): Promise<readonly Command[]> {
  const page = await call('beneficiaries.list', { search: text.slice(0, 200), offset: 0, limit: maxFound });
  return page.rows.map(({ id, label, recipientId }) => ({
    id: `beneficiaries open ${id}`,
    word: label,
    icon: 'people',
    more: recipientId ?? words.commands.draft,
    run: () => navigate('beneficiaries', { beneficiaryId: id }),
  }));
}
