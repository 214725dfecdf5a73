/** @file Icon and tone of each group of the list. */
import type { Urgency } from '../../../shared/model/needs-you/needs-you.ts';
import type { IconName } from '../../components/layout/icons.ts';

interface UrgencyAppearance {
  readonly icon: IconName;
  readonly tone: 'danger' | 'warning' | 'info' | 'neutral';
}

export const urgencyAppearances: Readonly<Record<Urgency, UrgencyAppearance>> = {
  ending: { icon: 'hourglass', tone: 'danger' },
  unknown: { icon: 'help', tone: 'warning' },
  stopped: { icon: 'hold', tone: 'warning' },
  failed: { icon: 'problem', tone: 'danger' },
  draft: { icon: 'pencil', tone: 'info' },
  upkeep: { icon: 'sliders', tone: 'neutral' },
};
