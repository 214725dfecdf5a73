import { useState } from 'react';
import { t } from '../../../../shared/messages/index.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { useViewer } from '../grid/state/viewer-context.ts';
import { SignOffDialog } from './SignOffDialog.tsx';

/** Opens the sign-off of the open statement; nothing while the statement is signed off. */
export function SignOffButton() {
  const { statement, signOffs, set } = useViewer();
  const [isOpen, setIsOpen] = useState(false);
  if (statement === null || signOffs === null || signOffs.at(-1)?.type === 'signed') return null;
  return (
    <>
      <Button icon="check-circle" onPress={() => setIsOpen(true)}>
        {t('signOff.open')}
      </Button>
      {isOpen && (
        <SignOffDialog
          statements={[{ id: statement.id, label: null }]}
          onSigned={(history) => set({ signOffs: history })}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
