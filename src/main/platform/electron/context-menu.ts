/** @file The context menu: editing commands for text, and no menu elsewhere. */
import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron';

/** Returns the menu items for a position of the page; empty for no menu. */
export function createContextMenuTemplate(
  menuParams: Pick<ContextMenuParams, 'isEditable' | 'selectionText' | 'editFlags'>,
): MenuItemConstructorOptions[] {
  const { isEditable, editFlags, selectionText } = menuParams;
  if (isEditable) {
    return [
      { role: 'undo', enabled: editFlags.canUndo },
      { role: 'redo', enabled: editFlags.canRedo },
      { type: 'separator' },
      { role: 'cut', enabled: editFlags.canCut },
      { role: 'copy', enabled: editFlags.canCopy },
      { role: 'paste', enabled: editFlags.canPaste },
      { type: 'separator' },
      { role: 'selectAll', enabled: editFlags.canSelectAll },
    ];
  }
  return selectionText.trim() === '' ? [] : [{ role: 'copy', enabled: editFlags.canCopy }];
}
