import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { carriesFiles, filesOf } from './dropped-files.ts';
import { Icon } from './Icon.tsx';

export interface DropLayerProps {
  /** Gets what was dropped anywhere or pasted; `null` where nothing can be taken in. */
  readonly onFiles: ((files: File[]) => void) | null;
  /** Shown while files are over the window: *Drop to add to batch 14*. */
  readonly words: string;
}

/** True where a paste belongs to a field and not to the window. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null;
}

/** True while a dialog waits for an answer: nothing is taken in behind it. */
function isModalOpen(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"]:not([aria-modal="false"])') !== null;
}

/**
 * Lets a drop anywhere in the window, and a paste of files, do what the drop zone does. It also keeps the window from
 * opening a file that was dropped where nothing takes it.
 */
export function DropLayer({ onFiles, words }: DropLayerProps) {
  const [over, setOver] = useState(false);
  const latestOnFiles = useRef(onFiles);
  // Before the screen is painted: a drop on a screen that can be seen is a drop for that screen.
  useLayoutEffect(() => {
    latestOnFiles.current = onFiles;
  });

  useEffect(() => {
    let depth = 0;
    const show = (isOver: boolean) => {
      setOver(isOver && !isModalOpen());
      // Only the zones and the page itself stand under the pointer then. A drop on a row that a redraw has taken away
      // since the pointer's last move would be heard by nobody, and the window would open the file.
      document.documentElement.toggleAttribute('data-files-over', isOver);
    };
    const enter = (event: DragEvent) => {
      if (!carriesFiles(event.dataTransfer)) return;
      depth += 1;
      show(true);
    };
    const leave = (event: DragEvent) => {
      if (!carriesFiles(event.dataTransfer)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) show(false);
    };
    // No pointer moves while files are dragged: a drag whose end was not heard is over.
    const move = () => {
      if (depth === 0) return;
      depth = 0;
      show(false);
    };
    const allow = (event: DragEvent) => {
      if (event.defaultPrevented || event.dataTransfer === null || !carriesFiles(event.dataTransfer)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = latestOnFiles.current === null || isModalOpen() ? 'none' : 'copy';
    };
    const drop = (event: DragEvent) => {
      depth = 0;
      show(false);
      if (event.defaultPrevented || !carriesFiles(event.dataTransfer)) return;
      event.preventDefault();
      const files = filesOf(event.dataTransfer);
      if (files.length > 0 && !isModalOpen()) latestOnFiles.current?.(files);
    };
    const paste = (event: ClipboardEvent) => {
      if (isTyping(event.target) || event.defaultPrevented || isModalOpen()) return;
      const files = filesOf(event.clipboardData);
      if (files.length === 0) return;
      event.preventDefault();
      latestOnFiles.current?.(files);
    };
    window.addEventListener('dragenter', enter);
    window.addEventListener('dragleave', leave);
    window.addEventListener('pointermove', move);
    window.addEventListener('dragover', allow);
    window.addEventListener('drop', drop);
    window.addEventListener('paste', paste);
    return () => {
      document.documentElement.removeAttribute('data-files-over');
      window.removeEventListener('dragenter', enter);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('pointermove', move);
      window.removeEventListener('dragover', allow);
      window.removeEventListener('drop', drop);
      window.removeEventListener('paste', paste);
    };
  }, []);

  if (!over || onFiles === null) return null;
  return (
    <div className="drop-layer">
      <span className="drop-layer-word">
        <Icon name="upload" />
        {words}
      </span>
    </div>
  );
}
