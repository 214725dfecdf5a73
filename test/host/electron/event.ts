/** @file Events that can be refused. */

/** What Electron hands to listeners first. */
export class HostEvent {
  defaultPrevented = false;

  preventDefault(): void {
    this.defaultPrevented = true;
  }
}
