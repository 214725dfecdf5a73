/** @file Icon and tone of the results of the comparison with proofs. */
import type { AgreementField, AgreementState } from '../../../../shared/model/statements/agreement.ts';
import type { Chip } from '../../../components/fields/Chips.tsx';
import type { IconName } from '../../../components/layout/icons.ts';

export const stateAppearances: Readonly<
  Record<AgreementState, { readonly icon: IconName } & Pick<Chip<AgreementState>, 'tone'>>
> = {
  differs: { icon: 'alert', tone: 'danger' },
  refused: { icon: 'ended', tone: 'danger' },
  'not-comparable': { icon: 'help', tone: 'warning' },
  'not-found': { icon: 'minus' },
  missing: { icon: 'queued' },
  agrees: { icon: 'proof', tone: 'ok' },
};

export const resultIcons: Readonly<Record<AgreementField['result'], IconName>> = {
  agrees: 'check',
  differs: 'alert',
  'not-compared': 'minus',
};
