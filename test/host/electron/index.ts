/**
 * @file The module `electron` of the host. It exports only what Paydesk uses; any other import fails when the program is
 * loaded.
 */
export { app } from './app.ts';
export { autoUpdater } from './auto-updater.ts';
export { dialog } from './dialog.ts';
export { ipcMain } from './ipc.ts';
export { net } from './net.ts';
export { ClipboardItem, clipboard, Menu, Notification, nativeImage, powerMonitor, shell } from './outside.ts';
export { protocol, session } from './session.ts';
export { nativeTheme } from './theme.ts';
export { utilityProcess } from './utility-process.ts';
export { BrowserWindow } from './window.ts';
