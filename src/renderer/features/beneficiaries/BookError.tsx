import type { PaydeskError } from '../../../shared/errors.ts';
import { t } from '../../../shared/messages/index.ts';

import { navigate } from '../../app/routes.ts';
import { Button } from '../../components/actions/Button.tsx';
import { ErrorNotice } from '../../components/messages/ErrorNotice.tsx';

interface BookErrorProps {
  readonly error: PaydeskError;
  /** Called when the clerk opens the beneficiary that already has the recipient ID. */
  readonly onOpened: () => void;
}

/** An error of the address book, with a link to the beneficiary that already has the recipient ID. */
export function BookError({ error, onOpened }: BookErrorProps) {
  const { id } = error.details;
  if (error.code !== 'beneficiary-exists' || typeof id !== 'number') return <ErrorNotice error={error} />;
  const openBeneficiary = () => {
    onOpened();
    navigate('beneficiaries', { beneficiaryId: id });
  };
  return (
    <ErrorNotice
      error={error}
      actions={
        <Button size="small" onPress={openBeneficiary}>
          {t('beneficiaries.openIt')}
        </Button>
      }
    />
  );
}
