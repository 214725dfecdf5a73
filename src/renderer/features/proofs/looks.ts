/** @file Icon and tone of each state, and the filter chips. */
import { t } from '../../../shared/messages/index.ts';
import type { ProofFilter, ProofState } from '../../../shared/model/proofs/proof.ts';
import type { Standing } from '../../../shared/model/proofs/status.ts';
import type { Chip } from '../../components/fields/Chips.tsx';
import type { IconName } from '../../components/layout/icons.ts';

interface StateLook {
  readonly icon: IconName;
  readonly tone: 'plain' | 'run' | 'ok' | 'warning' | 'danger';
}

export const stateLooks: Readonly<Record<ProofState, StateLook>> = {
  failed: { icon: 'problem', tone: 'danger' },
  'not-found': { icon: 'help', tone: 'warning' },
  lost: { icon: 'alert', tone: 'warning' },
  loading: { icon: 'down', tone: 'run' },
  queued: { icon: 'queued', tone: 'plain' },
  saved: { icon: 'check-circle', tone: 'ok' },
  cancelled: { icon: 'minus', tone: 'plain' },
};

/** Look of a proof that is a link, which Paydesk has not opened. */
export const linkLook: StateLook = { icon: 'info', tone: 'plain' };

/** Look of a payment status: only a settled payment looks done. */
export const standingLooks: Readonly<
  Record<Standing, { readonly icon: IconName; readonly tone: 'warning' | 'danger' | 'info' }>
> = {
  refused: { icon: 'problem', tone: 'danger' },
  'not-sent': { icon: 'problem', tone: 'danger' },
  returned: { icon: 'problem', tone: 'danger' },
  cancelled: { icon: 'problem', tone: 'danger' },
  'cancellation-asked': { icon: 'alert', tone: 'warning' },
  'cancellation-refused': { icon: 'info', tone: 'info' },
  partly: { icon: 'alert', tone: 'warning' },
  pending: { icon: 'clock', tone: 'warning' },
  accepted: { icon: 'info', tone: 'info' },
  settled: { icon: 'check-circle', tone: 'info' },
  test: { icon: 'alert', tone: 'warning' },
  'possible-duplicate': { icon: 'alert', tone: 'warning' },
  other: { icon: 'help', tone: 'warning' },
};

/** Order of the chips: needs the clerk, in progress, done. */
const chipOrder: readonly ProofFilter[] = [
  'failed',
  'not-found',
  'lost',
  'loading',
  'queued',
  'saved',
  'link',
  'cancelled',
];

function filterLook(filter: ProofFilter): StateLook {
  return filter === 'link' ? linkLook : stateLooks[filter];
}

/** Name of a filter, as the states of the rows are named. */
export function filterLabel(filter: ProofFilter): string {
  return filter === 'link' ? t('proofs.linkOnly') : t(`proofs.state.${filter}`);
}

export type StateFilter = ProofFilter | 'all';

/** Returns a chip for all references and a chip for each filter with references. The selected chip always stays. */
export function stateChips(
  total: number,
  counts: Readonly<Partial<Record<ProofFilter, number>>>,
  selected: StateFilter,
): Chip<StateFilter>[] {
  const chips = chipOrder.filter((state) => (counts[state] ?? 0) > 0 || state === selected);
  return [
    { id: 'all', label: t('proofs.filter.all'), count: total },
    ...chips.map((id): Chip<StateFilter> => {
      const { icon, tone } = filterLook(id);
      return {
        id,
        label: filterLabel(id),
        count: counts[id] ?? 0,
        icon,
        ...(tone === 'plain' ? {} : { tone }),
      };
    }),
  ];
}
