import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Icon } from '../layout/Icon.tsx';
import styles from './DropZone.module.css';
import { carriesFiles, filesOf } from './dropped-files.ts';

interface DropLayerProps {
  /** Called with dropped or pasted files; `null` where files are not accepted. */
  readonly onFiles: ((files: File[]) => void) | null;
  /** Shown while files are over the window: *Drop to add to batch 14*. */
  readonly message: string;
}

/** True where a paste belongs to a field and not to the window. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null;
}

/** True while a dialog is open: files are not accepted behind it. */
function isModalOpen(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"]:not([aria-modal="false"])') !== null;
}

/**
 * Accepts files that are dropped anywhere in the window, or pasted. It also keeps the window from opening a dropped
 * file where no handler accepts files.
 */
export function DropLayer({ onFiles, message }: DropLayerProps) {
  const [isDragging, setIsDragging] = useState(false);
  const latestOnFiles = useRef(onFiles);
  // Before the screen is painted, so that a drop always goes to the visible screen.
  useLayoutEffect(() => {
    latestOnFiles.current = onFiles;
  });

  useEffect(() => {
    let enteredElements = 0;
    const setDragState = (isDragOver: boolean) => {
      setIsDragging(isDragOver && !isModalOpen());
      // Only the drop zones and the page itself receive pointer events during a drag. A drop on a row that was
      // removed since the last move would reach no listener, and the window would open the file.
      document.documentElement.toggleAttribute('data-files-over', isDragOver);
    };
    const onDragEnter = (event: DragEvent) => {
      if (!carriesFiles(event.dataTransfer)) return;
      enteredElements += 1;
      setDragState(true);
    };
    const onDragLeave = (event: DragEvent) => {
      if (!carriesFiles(event.dataTransfer)) return;
      enteredElements = Math.max(0, enteredElements - 1);
      if (enteredElements === 0) setDragState(false);
    };
    // The pointer sends no move events during a drag: a move means that the drag has ended unnoticed.
    const onPointerMove = () => {
      if (enteredElements === 0) return;
      enteredElements = 0;
      setDragState(false);
    };
    const onDragOver = (event: DragEvent) => {
      if (event.defaultPrevented || event.dataTransfer === null || !carriesFiles(event.dataTransfer)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = latestOnFiles.current === null || isModalOpen() ? 'none' : 'copy';
    };
    const onDrop = (event: DragEvent) => {
      enteredElements = 0;
      setDragState(false);
      if (event.defaultPrevented || !carriesFiles(event.dataTransfer)) return;
      event.preventDefault();
      const files = filesOf(event.dataTransfer);
      if (files.length > 0 && !isModalOpen()) latestOnFiles.current?.(files);
    };
    const onPaste = (event: ClipboardEvent) => {
      if (isTyping(event.target) || event.defaultPrevented || isModalOpen()) return;
      const files = filesOf(event.clipboardData);
      if (files.length === 0) return;
      event.preventDefault();
      latestOnFiles.current?.(files);
    };
    window.addEventListener('dragenter', onDragEnter);
    window.addEventListener('dragleave', onDragLeave);
    window.addEventListener('pointermove', onPointerMove);
    window.addEventListener('dragover', onDragOver);
    window.addEventListener('drop', onDrop);
    window.addEventListener('paste', onPaste);
    return () => {
      document.documentElement.removeAttribute('data-files-over');
      window.removeEventListener('dragenter', onDragEnter);
      window.removeEventListener('dragleave', onDragLeave);
      window.removeEventListener('pointermove', onPointerMove);
      window.removeEventListener('dragover', onDragOver);
      window.removeEventListener('drop', onDrop);
      window.removeEventListener('paste', onPaste);
    };
  }, []);

  if (!isDragging || onFiles === null) return null;
  return (
    <div className={styles.layer} data-part="drop-layer">
      <span className={styles.layerLabel}>
        <Icon name="upload" />
        {message}
      </span>
    </div>
  );
}
