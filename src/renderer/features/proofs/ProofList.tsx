import { type ReactNode, useState } from 'react';
import { maxChosenProofs } from '../../../shared/contract/proofs.ts';
import { t } from '../../../shared/messages/index.ts';
import type { ProofFilter, ProofRow } from '../../../shared/model/proofs/proof.ts';
import { replaceParams } from '../../app/routes.ts';
import { Button } from '../../components/actions/Button.tsx';
import { DataGrid } from '../../components/data-grid/DataGrid.tsx';
import type { PagedRows } from '../../components/data-grid/paged-rows.ts';
import { classNames } from '../../components/layout/class-names.ts';
import { ListBar } from '../../components/layout/ListBar.tsx';
import { useMedia } from '../../components/layout/media.ts';
import panelStyles from '../../components/layout/Panel.module.css';
import { columns, narrowColumns } from './columns.tsx';
import styles from './Proofs.module.css';
import { refetch, useProofActions } from './proof-actions.ts';
import { RemoveReferencesDialog } from './RemoveReferencesDialog.tsx';
import { type OpenRowMenu, RowMenu } from './RowMenu.tsx';
import { SaveMenu } from './SaveMenu.tsx';
import { storedLabel } from './stored-label.ts';
import { type SelectedProofs, useProofSelection } from './use-proof-selection.ts';
import { NoProofChosen, Viewer } from './Viewer.tsx';

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
function SelectionBar({ listed, selected, onClear }: SelectionBarProps) {
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

const idOf = (row: ProofRow) => row.id;

interface ProofListProps {
  readonly rows: PagedRows<ProofRow>;
  /** Identifies the list, which changes with its filter. */
  readonly listKey: string;
  readonly filter: { readonly state: ProofFilter | null; readonly search: string };
  readonly revision: number;
  /** The reference whose proof is shown. */
  readonly openId: number | null;
  readonly focusId: number | null;
  /** Shown instead of rows when there are none. */
  readonly empty: ReactNode;
}

/** The list of references with the actions on the selected ones, and the proof of the open one. */
export function ProofList(props: ProofListProps) {
  const { rows, listKey, filter, revision, openId, focusId, empty } = props;
  const [rowMenu, setRowMenu] = useState<OpenRowMenu | null>(null);
  const isNarrow = useMedia('(width < 1120px)');
  const { gridSelection, selected, clear } = useProofSelection({ ...filter, listKey, revision });
  return (
    <>
      <SelectionBar
        listed={rows.source === listKey ? rows.total : null}
        selected={selected}
        onClear={clear}
      />
      <div className={classNames(panelStyles.split, styles.split)} data-part="split">
        <div className={panelStyles.listColumn} data-part="list-column">
          <DataGrid
            label={t('proofs.references')}
            columns={isNarrow ? narrowColumns : columns}
            rows={rows}
            idOf={idOf}
            selection={gridSelection}
            roomy
            openId={openId}
            focusId={focusId}
            onContextMenu={(row, position) => setRowMenu({ row, position })}
            onOpen={(row) => replaceParams('proofs', { proofId: row.id })}
            empty={empty}
          />
        </div>
        {openId === null ? <NoProofChosen /> : <Viewer proofId={openId} revision={revision} />}
      </div>
      <RowMenu menu={rowMenu} onClose={() => setRowMenu(null)} />
    </>
  );
}
