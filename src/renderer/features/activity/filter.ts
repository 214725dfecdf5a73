/** @file Filters of the activity and their labels. */

import type { ActivityFilter } from '../../../shared/contract/activity.ts';
import { formatList, t } from '../../../shared/messages/index.ts';
import type { ActivityKind, ActivityOutcome } from '../../../shared/model/activity.ts';
import { activityKindSchema, activityOutcomeSchema } from '../../../shared/model/activity.ts';
import type { IconName } from '../../components/icons.ts';

/** The filter that shows all entries. */
export const emptyFilter: ActivityFilter = { kind: null, outcome: null, text: '' };

/** True when the filter hides entries. */
export function isNarrowed(filter: ActivityFilter): boolean {
  return filter.kind !== null || filter.outcome !== null || filter.text.trim() !== '';
}

/** Identifies a filtered list: different filters have different keys. */
export function createFilterKey(filter: ActivityFilter): string {
  return JSON.stringify([filter.kind, filter.outcome, filter.text.trim()]);
}

/** Creates the options of the kind filter; the option without restriction comes first. */
export const createKindOptions = (): readonly {
  readonly id: ActivityKind | 'any';
  readonly label: string;
}[] => [
  { id: 'any', label: t('activity.filter.anyKind') },
  ...activityKindSchema.options.map((id) => ({ id, label: t(`activity.kind.${id}`) })),
];

export const outcomeStyles: Readonly<
  Record<ActivityOutcome, { readonly icon: IconName; readonly tone: 'ok' | 'plain' | 'danger' | 'warning' }>
> = {
  done: { icon: 'check-circle', tone: 'ok' },
  refused: { icon: 'ended', tone: 'danger' },
  failed: { icon: 'problem', tone: 'danger' },
  unknown: { icon: 'help', tone: 'warning' },
  cancelled: { icon: 'minus', tone: 'plain' },
};

/** Creates the options of the outcome filter; the option without restriction comes first. */
export const createOutcomeChips = (): readonly {
  readonly id: ActivityOutcome | 'any';
  readonly label: string;
  readonly icon?: IconName;
  readonly tone?: 'danger' | 'warning' | 'ok';
}[] => [
  { id: 'any', label: t('activity.filter.anyOutcome') },
  ...activityOutcomeSchema.options.map((id) => {
    const { icon, tone } = outcomeStyles[id];
    return { id, label: t(`activity.outcome.${id}`), icon, ...(tone === 'plain' ? {} : { tone }) };
  }),
];

/** Describes an empty result by naming the active filters. */
export function describeEmptyResult(filter: ActivityFilter): string {
  const { kind, outcome } = filter;
  const text = filter.text.trim();
  const filters = [
    ...(text === '' ? [] : [t('activity.filter.byText', { text })]),
    ...(kind === null ? [] : [t('activity.filter.byKind', { kind: t(`activity.kind.${kind}`) })]),
    ...(outcome === null
      ? []
      : [t('activity.filter.byOutcome', { outcome: t(`activity.outcome.${outcome}`) })]),
  ];
  return t('activity.noResults', { filters: formatList(filters) });
}
