import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import { carriesFiles, filesOf } from './dropped-files.ts';
import { Icon } from './Icon.tsx';

export interface DropZoneProps {
  /** Gets what was dropped: files and folders as the system gave them. Folders are read by main. */
  readonly onFiles: (files: File[]) => void;
  readonly children: ReactNode;
  /** `big` fills its room, `slim` is one line with a plus sign. */
  readonly size?: 'big' | 'slim';
}

/**
 * A place to drop files. It only ever takes the files of the drop itself: going through its entries would lose the
 * paths of files inside folders. Every zone has buttons inside that do the same.
 */
export function DropZone({ onFiles, children, size = 'big' }: DropZoneProps) {
  const [over, setOver] = useState(false);
  const depth = useRef(0);
  const enter = (event: DragEvent) => {
    if (!carriesFiles(event.dataTransfer)) return;
    depth.current += 1;
    setOver(true);
  };
  const leave = (event: DragEvent) => {
    if (!carriesFiles(event.dataTransfer)) return;
    depth.current = Math.max(0, depth.current - 1);
    if (depth.current === 0) setOver(false);
  };
  const drop = (event: DragEvent) => {
    depth.current = 0;
    setOver(false);
    if (!carriesFiles(event.dataTransfer)) return;
    event.preventDefault();
    const files = filesOf(event.dataTransfer);
    if (files.length > 0) onFiles(files);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a drop needs a pointer; the buttons inside do the same
    <div
      className={classNames('drop', size === 'slim' && 'drop-slim', over && 'over')}
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
