import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import { t } from '../../../../shared/messages/index.ts';
import type { BeneficiaryName } from '../../../../shared/model/beneficiary.ts';
import { FolderRow, type FolderRowProps } from './FolderRow.tsx';
import styles from './Folders.module.css';
import type { FolderLine } from './folder-choices.ts';

const estimatedRowHeightPx = 56;

interface FolderListProps extends Pick<FolderRowProps, 'onAdded' | 'load' | 'disabled'> {
  readonly lines: readonly FolderLine[];
  readonly onChoose: (folder: string, beneficiary: Parameters<FolderRowProps['onChoose']>[0]) => void;
  readonly onAccept: (line: FolderLine, proposal: BeneficiaryName) => void;
}

/** Virtual list of the folders of a batch, which may be thousands. */
export function FolderList({ lines, onChoose, onAccept, onAdded, load, disabled }: FolderListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  /** Folders whose matched or proposed beneficiary the clerk is changing. */
  const [changingFolders, setChangingFolders] = useState<ReadonlySet<string>>(new Set());
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoizes this component
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimatedRowHeightPx,
    getItemKey: (index) => lines[index]?.folder ?? index,
    overscan: 6,
    useFlushSync: false,
  });
  return (
    <div className={styles.folders} ref={scroller}>
      <ul aria-label={t('documentsAssign.folders.list')} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => {
          const line = lines[item.index];
          if (line === undefined) return null;
          return (
            <li
              key={item.key}
              ref={virtualizer.measureElement}
              data-index={item.index}
              aria-posinset={item.index + 1}
              aria-setsize={lines.length}
              style={{ top: item.start }}
            >
              <FolderRow
                line={line}
                isChanging={changingFolders.has(line.folder)}
                onStartChange={() => {
                  setChangingFolders(new Set([...changingFolders, line.folder]));
                  if (line.origin === 'left') onChoose(line.folder, undefined);
                }}
                onChoose={(beneficiary) => onChoose(line.folder, beneficiary)}
                onAccept={(proposal) => onAccept(line, proposal)}
                onAdded={onAdded}
                load={load}
                disabled={disabled}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
