/** @file Events whose default action can be prevented. */

/** The first argument of listeners, as in Electron. */
export class HostEvent {
  defaultPrevented = false;

  preventDefault(): void {
    this.defaultPrevented = true;
  }
}
