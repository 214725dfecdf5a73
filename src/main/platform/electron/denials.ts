/** @file Denies navigation, new windows, embedded pages, permissions and devices to the page. */
import type { Session, WebContents } from 'electron';

/** Denies navigation, new windows and embedded pages to a page, and all permissions to its session. */
export function restrictPage(contents: WebContents): void {
  restrictContents(contents);
  denyPermissions(contents.session);
}

/** Denies navigation, new windows and embedded pages to a page. */
export function restrictContents(contents: WebContents): void {
  contents.on('will-navigate', (event) => event.preventDefault());
  contents.on('will-frame-navigate', (event) => event.preventDefault());
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  // A page that asks "leave this page?" could keep the window open after the clerk has decided.
  contents.on('will-prevent-unload', (event) => event.preventDefault());
  contents.on('select-bluetooth-device', (event, _devices, choose) => {
    event.preventDefault();
    choose('');
  });
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}

/** Denies all permissions, devices and downloads to a session. Call once for each. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer(null));
  session.on('will-download', (event) => event.preventDefault());
  session.on('select-hid-device', (event, _details, choose) => {
    event.preventDefault();
    choose(null);
  });
  session.on('select-usb-device', (event, _details, choose) => {
    event.preventDefault();
    choose();
  });
  session.on('select-serial-port', (event, _ports, _contents, choose) => {
    event.preventDefault();
    choose('');
  });
}
