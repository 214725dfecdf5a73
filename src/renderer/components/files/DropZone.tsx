import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { classNames } from '../layout/class-names.ts';
import { Icon } from '../layout/Icon.tsx';
import styles from './DropZone.module.css';
import { carriesFiles, filesOf } from './dropped-files.ts';

interface DropZoneProps {
  /** Called with the dropped files and folders as the system provides them. Main reads the folders. */
  readonly onFiles: (files: File[]) => void;
  readonly children: ReactNode;
  /** `big` fills the available space, `slim` is one line with a plus sign. */
  readonly size?: 'big' | 'slim';
}

/**
 * A drop zone for files. It uses only the files of the drop itself: reading its entries would lose the paths of
 * files inside folders. Every zone contains buttons that do the same.
 */
export function DropZone({ onFiles, children, size = 'big' }: DropZoneProps) {
  const [isDragOver, setIsDragOver] = useState(false);
  const enteredElements = useRef(0);
  const enter = (event: DragEvent) => {
    if (!carriesFiles(event.dataTransfer)) return;
    enteredElements.current += 1;
    setIsDragOver(true);
  };
  const leave = (event: DragEvent) => {
    if (!carriesFiles(event.dataTransfer)) return;
    enteredElements.current = Math.max(0, enteredElements.current - 1);
    if (enteredElements.current === 0) setIsDragOver(false);
  };
  const drop = (event: DragEvent) => {
    enteredElements.current = 0;
    setIsDragOver(false);
    if (!carriesFiles(event.dataTransfer)) return;
    event.preventDefault();
    const files = filesOf(event.dataTransfer);
    if (files.length > 0) onFiles(files);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a drop needs a pointer; the buttons inside do the same
    <div
      className={classNames(styles.drop, size === 'slim' && styles.slim, isDragOver && styles.over)}
      data-drop-zone={size}
      onDragEnter={enter}
      onDragLeave={leave}
      onDragOver={(event) => {
        if (!carriesFiles(event.dataTransfer)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
      }}
      onDrop={drop}
    >
      {size === 'slim' && <Icon name="plus" />}
      {children}
    </div>
  );
}
