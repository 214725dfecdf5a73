import { type ReactNode, useState } from 'react';
import { t } from '../../../shared/messages/index.ts';
import type { ProofFilter, ProofRow } from '../../../shared/model/proofs/proof.ts';
import { replaceParams } from '../../app/routes.ts';
import { DataGrid } from '../../components/data-grid/DataGrid.tsx';
import type { PagedRows } from '../../components/data-grid/paged-rows.ts';
import { classNames } from '../../components/layout/class-names.ts';
import { useMedia } from '../../components/layout/media.ts';
import panelStyles from '../../components/layout/Panel.module.css';
import { columns, narrowColumns } from './columns.tsx';
import styles from './Proofs.module.css';
import { type OpenRowMenu, RowMenu } from './RowMenu.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { useProofSelection } from './use-proof-selection.ts';
import { NoProofChosen, Viewer } from './Viewer.tsx';

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
      <div className={classNames(panelStyles.split, styles.split)} data-print="whole" data-part="split">
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
