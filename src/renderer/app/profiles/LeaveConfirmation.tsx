import { DiscardDialog } from '../../components/dialogs/Dialog.tsx';
import { usePendingNavigation } from './leave.ts';

/** The confirmation of a navigation that would lose typed text, mounted once in the window. */
export function LeaveConfirmation() {
  const pendingAction = usePendingNavigation((state) => state.pendingAction);
  if (pendingAction === null) return null;
  return (
    <DiscardDialog
      onCancel={() => usePendingNavigation.setState({ pendingAction: null })}
      onDiscard={pendingAction}
    />
  );
}
