import { beneficiaryScreenWords } from '../../../shared/words/beneficiaries-screen.ts';
import type { Feature } from '../../app/feature.ts';
import { BeneficiariesScreen } from './BeneficiariesScreen.tsx';
import { findBeneficiaries, useCommands, useNeedsClerk, useTray } from './contributions.ts';

/** The address book, unknown outcomes, and beneficiaries that the service does not know yet. */
export const beneficiariesFeature: Feature = {
  route: 'beneficiaries',
  word: beneficiaryScreenWords.title,
  icon: 'people',
  Screen: BeneficiariesScreen,
  useNeedsClerk,
  useTray,
  useCommands,
  search: findBeneficiaries,
};
