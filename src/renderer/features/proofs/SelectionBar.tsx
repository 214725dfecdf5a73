import { useState } from 'react';
import { maxChosenProofs } from '../../../shared/contract/proofs.ts';
import { t } from '../../../shared/messages/index.ts';
import { Button } from '../../components/actions/Button.tsx';
import { ListBar } from '../../components/layout/ListBar.tsx';
import { refetch, useProofActions } from './proof-actions.ts';
import { RemoveReferencesDialog } from './RemoveReferencesDialog.tsx';
import { SaveMenu } from './SaveMenu.tsx';
import { storedLabel } from './stored-label.ts';
import type { SelectedProofs } from './use-proof-selection.ts';

interface SelectionBarProps {
  /** Number of references in the list; `null` until they are loaded. */
  readonly listed: number | null;
  readonly selected: SelectedProofs | null;
  readonly onClear: () => void;
}

function selectionText(selected: number, listed: number | null): string {
  return selected === maxChosenProofs && listed !== null && listed > selected
    ? t('proofs.selection.part', { count: selected, total: listed })
    : t('proofs.selection.count', { count: selected });
}

/** The number of listed references, or the selected ones with their actions. */
export function SelectionBar({ listed, selected, onClear }: SelectionBarProps) {
  const { busy } = useProofActions();
  const [isRemoving, setIsRemoving] = useState(false);
  return (
    <>
      <ListBar
        label={t('proofs.selection.label')}
        selected={selected === null ? null : selectionText(selected.total, listed)}
        actions={
          selected !== null && (
            <Actions busy={busy} selected={selected} onRemove={() => setIsRemoving(true)} />
          )
        }
        onClear={onClear}
      >
        {listed !== null && <span className="sm dim num">{t('proofs.list.all', { count: listed })}</span>}
      </ListBar>
      {selected !== null && isRemoving && (
        <RemoveReferencesDialog
          ids={selected.ids}
          count={selected.removable}
          onRemoved={onClear}
          onClose={() => setIsRemoving(false)}
        />
      )}
    </>
  );
}

interface ActionsProps {
  readonly busy: boolean;
  readonly selected: SelectedProofs;
  readonly onRemove: () => void;
}

function Actions({ busy, selected, onRemove }: ActionsProps) {
  const { ids, stored, retryable, removable } = selected;
  const chosen = { what: 'selected' as const, ids: [...ids] };
  return (
    <>
      {stored.proofs + stored.links > 0 && (
        <SaveMenu
          chosen={chosen}
          trigger={
            <Button size="small" icon="save" disabled={busy}>
              {t('proofs.save.action', { stored: storedLabel(stored) })}
            </Button>
          }
        />
      )}
      {retryable > 0 && (
        <Button size="small" icon="retry" disabled={busy} onPress={() => refetch('retry', chosen)}>
          {t('proofs.retry', { count: retryable })}
        </Button>
      )}
      {removable > 0 && (
        <Button size="small" disabled={busy} onPress={onRemove}>
          {t('proofs.selection.remove', { count: removable })}
        </Button>
      )}
    </>
  );
}
