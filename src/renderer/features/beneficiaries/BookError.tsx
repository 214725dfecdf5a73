import type { PaydeskError } from '../../../shared/errors.ts';
import { beneficiaryScreenWords } from '../../../shared/words/beneficiaries-screen.ts';
import { navigate } from '../../app/routes.ts';
import { Button } from '../../components/Button.tsx';
import { ErrorNotice } from '../../components/Notice.tsx';

/** Props of {@link BookError}. */
export interface BookErrorProps {
  readonly error: PaydeskError;
  /** The clerk went to the beneficiary that has the recipient ID already. */
  readonly onOpened: () => void;
}

/** Why main refused; a recipient ID that is taken leads to whoever has it. */
export function BookError({ error, onOpened }: BookErrorProps) {
  const { id } = error.details;
  if (error.code !== 'beneficiary-exists' || typeof id !== 'number') return <ErrorNotice error={error} />;
  const open = () => {
    onOpened();
    navigate('beneficiaries', { beneficiaryId: id });
  };
  return (
    <ErrorNotice
      error={error}
      actions={
        <Button size="small" onPress={open}>
          {beneficiaryScreenWords.openIt}
        </Button>
      }
    />
  );
}
