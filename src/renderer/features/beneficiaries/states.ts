/** @file Styles and filters of the states of a beneficiary. */
import type { TopicValue } from '../../../shared/contract/index.ts';
import { t } from '../../../shared/messages/index.ts';
import type { BeneficiaryState } from '../../../shared/model/beneficiary.ts';

import type { Chip } from '../../components/fields/Chips.tsx';
import type { IconName } from '../../components/layout/icons.ts';

export type StateCounts = TopicValue<'beneficiaries'>['counts'];

export type StateFilter = BeneficiaryState | 'all';

interface StateStyle {
  readonly icon: IconName;
  /** True when the state needs the clerk; its mark is then filled. */
  readonly needsClerk: boolean;
  readonly tone: 'plain' | 'run' | 'ok';
}

export const stateStyles: Readonly<Record<BeneficiaryState, StateStyle>> = {
  unknown: { icon: 'help', needsClerk: true, tone: 'plain' },
  'id-needed': { icon: 'key', needsClerk: true, tone: 'plain' },
  creating: { icon: 'up', needsClerk: false, tone: 'run' },
  draft: { icon: 'pencil', needsClerk: false, tone: 'plain' },
  known: { icon: 'check', needsClerk: false, tone: 'plain' },
};

const displayOrder = [
  'unknown',
  'id-needed',
  'creating',
  'draft',
  'known',
] as const satisfies readonly BeneficiaryState[];

/**
 * Creates the filters of the selected state and of states with beneficiaries. Empty when all beneficiaries have the same
 * state.
 */
export function stateChips(counts: StateCounts, total: number, selected: StateFilter): Chip<StateFilter>[] {
  const states = displayOrder.filter((state) => (counts[state] ?? 0) > 0 || state === selected);
  if (states.length < 2 && selected === 'all') return [];
  return [
    { id: 'all', label: t('beneficiaries.list.all'), count: total },
    ...states.map((state) => {
      const { icon, needsClerk } = stateStyles[state];
      return {
        id: state,
        label: t(`beneficiaries.states.${state}`),
        count: counts[state] ?? 0,
        icon,
        ...(needsClerk && (counts[state] ?? 0) > 0 ? { tone: 'warning' as const } : {}),
      };
    }),
  ];
}

/** Number of outcomes to settle and recipient IDs to enter. */
export function needsClerk(value: Pick<TopicValue<'beneficiaries'>, 'unknown' | 'counts'>): number {
  return value.unknown.length + (value.counts['id-needed'] ?? 0);
}
