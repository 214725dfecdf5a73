/** @file Filters of the activity and their labels. */

import type { ActivityFilter } from '../../../shared/contract/activity.ts';
import { formatList, t } from '../../../shared/messages/index.ts';
import type { ActivityKind, ShownOutcome } from '../../../shared/model/activity.ts';
import { activityKindSchema, shownOutcomes } from '../../../shared/model/activity.ts';
import type { IconName } from '../../components/layout/icons.ts';
import { anyDate, type DateFilter, toInstants } from './dates.ts';

/** The filter as the clerk chose it: presets of dates mean other days tomorrow. */
export interface EntryFilter extends Pick<ActivityFilter, 'kind' | 'outcome' | 'text'> {
  readonly dates: DateFilter;
}

export const emptyFilter: EntryFilter = { kind: null, outcome: null, text: '', dates: anyDate };

export function isNarrowed({ kind, outcome, text, dates }: EntryFilter): boolean {
  return kind !== null || outcome !== null || text.trim() !== '' || dates.preset !== 'any';
}

/** Resolves the filter to instants. Different filters have different JSON, which identifies a filtered list. */
export function toActivityFilter({ kind, outcome, text, dates }: EntryFilter, now: Date): ActivityFilter {
  return { kind, outcome, text: text.trim(), ...toInstants(dates, now) };
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
  Record<ShownOutcome, { readonly icon: IconName; readonly tone: 'ok' | 'plain' | 'danger' | 'warning' }>
> = {
  done: { icon: 'check-circle', tone: 'ok' },
  refused: { icon: 'ended', tone: 'danger' },
  failed: { icon: 'problem', tone: 'danger' },
  unknown: { icon: 'help', tone: 'warning' },
  cancelled: { icon: 'minus', tone: 'plain' },
  'no-proof': { icon: 'help', tone: 'warning' },
  'not-accepted': { icon: 'ended', tone: 'danger' },
};

/** Creates the options of the outcome filter; the option without restriction comes first. */
export const createOutcomeChips = (): readonly {
  readonly id: ShownOutcome | 'problems' | 'any';
  readonly label: string;
  readonly icon?: IconName;
  readonly tone?: 'danger' | 'warning' | 'ok';
}[] => [
  { id: 'any', label: t('activity.filter.anyOutcome') },
  { id: 'problems', label: t('activity.filter.problems'), icon: 'alert', tone: 'danger' },
  ...shownOutcomes.map((id) => {
    const { icon, tone } = outcomeStyles[id];
    return { id, label: t(`activity.outcome.${id}`), icon, ...(tone === 'plain' ? {} : { tone }) };
  }),
];

/** Describes an empty result by naming the active filters. */
export function describeEmptyResult(filter: EntryFilter): string {
  const { kind, outcome, dates } = filter;
  const text = filter.text.trim();
  const filters = [
    ...(text === '' ? [] : [t('activity.filter.byText', { text })]),
    ...(kind === null ? [] : [t('activity.filter.byKind', { kind: t(`activity.kind.${kind}`) })]),
    ...(outcome === null
      ? []
      : [
          outcome === 'problems'
            ? t('activity.filter.byProblems')
            : t('activity.filter.byOutcome', { outcome: t(`activity.outcome.${outcome}`) }),
        ]),
    ...(dates.preset === 'any'
      ? []
      : [t('activity.filter.byDates', { dates: t(`activity.dates.${dates.preset}`) })]),
  ];
  return t('activity.noResults', { filters: formatList(filters) });
}
