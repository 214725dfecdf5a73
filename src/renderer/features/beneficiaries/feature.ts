import { t } from '../../../shared/messages/index.ts';

import type { Feature } from '../../app/feature.ts';
import { createLazyComponent } from '../../app/lazy-component.tsx';
import { findBeneficiaries, useCommands, useTray } from './frame.ts';

/** The address book, unknown outcomes, and beneficiaries that the service does not know yet. */
export const beneficiariesFeature: Feature = {
  route: 'beneficiaries',
  get label() {
    return t('beneficiaries.title');
  },
  icon: 'people',
  Screen: createLazyComponent(() =>
    import('./BeneficiariesScreen.tsx').then((module) => module.BeneficiariesScreen),
  ),

  useTray,
  useCommands,
  search: findBeneficiaries,
};
