/** @file Drags sealed originals out of the window. The first drag shows a notice that the copy is not sealed. */
import type { DraggedItem } from '../../../shared/contract/drag-out.ts';
import { t } from '../../../shared/messages/index.ts';
import type { Handlers } from '../../bridge/registrar.ts';
import type { DraggedCopies } from '../../files/dragged-copies.ts';
import type { Ports } from '../ports.ts';

/** A file of the library, decrypted. */
interface Original {
  /** A name that is safe on every system. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

interface DragOutDeps extends Pick<Ports, 'dialogs' | 'shell'> {
  readonly copies: DraggedCopies;
  readonly preferences: {
    read(name: string): Promise<string | null>;
    keep(name: string, value: string): Promise<void>;
  };
  /** Reads an original of the active profile. Rejects when there is none. */
  readonly readOriginal: (item: DraggedItem) => Promise<Original>;
  /** Called with the name of a file that was dragged out. */
  readonly onDragged: (name: string) => void;
}

/** Preference that records the first notice about dragged copies; installations have it under this name. */
const noticePreference = 'drag-out/told';

/** Creates the handlers of the drag-out commands. */
export function createDragOutHandlers(deps: DragOutDeps): Handlers {
  const { copies, dialogs, preferences } = deps;
  const namesByCopy = new Map<string, string>();
  let isDialogOpen = false;

  async function confirmCopy(): Promise<boolean> {
    if (isDialogOpen) return false;
    if ((await preferences.read(noticePreference)) !== null) return true;
    isDialogOpen = true;
    try {
      const title = t('dragOut.notice.title');
      const detail = t('dragOut.notice.detail');
      const answers = [t('dragOut.notice.understood'), t('dragOut.notice.refuse')];
      if ((await dialogs.choose({ title, detail, answers })) === 0)
        await preferences.keep(noticePreference, 'true');
    } finally {
      isDialogOpen = false;
    }
    // The clerk released the mouse button to answer the dialog, so the drag has ended.
    return false;
  }

  return {
    'dragOut.copy': {
      prepare: async ({ item }) => {
        if (!(await confirmCopy())) return { copy: null };
        const { name, bytes } = await deps.readOriginal(item);
        const copy = await copies.create(name, bytes);
        namesByCopy.clear();
        namesByCopy.set(copy, name);
        return { copy };
      },
      start: ({ copy }) => {
        const path = copies.startDrag(copy);
        deps.onDragged(namesByCopy.get(copy) ?? '');
        deps.shell.dragFile(path);
        return null;
      },
      discard: async ({ copy }) => {
        await copies.discard(copy);
        return null;
      },
    },
  };
}
