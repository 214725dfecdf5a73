/** @file Icon and tone of each group of the list. */
import type { Urgency } from '../../../shared/model/needs-you.ts';
import type { IconName } from '../../components/icons.ts';

/** How a group looks. */
export interface UrgencyLook {
  readonly icon: IconName;
  readonly tone: 'danger' | 'warning' | 'info' | 'neutral';
}

/** See the file's header. */
export const urgencyLooks: Readonly<Record<Urgency, UrgencyLook>> = {
  ending: { icon: 'hourglass', tone: 'danger' },
  unknown: { icon: 'help', tone: 'warning' },
  stopped: { icon: 'hold', tone: 'warning' },
  failed: { icon: 'problem', tone: 'danger' },
  draft: { icon: 'pencil', tone: 'info' },
  upkeep: { icon: 'sliders', tone: 'neutral' },
};
