/** @file Events whose default action can be prevented, and the members that objects of the host share with Electron's. */
import type { EventEmitter } from 'node:events';

/** The first argument of listeners, as in Electron. */
export class HostEvent {
  defaultPrevented = false;

  preventDefault(): void {
    this.defaultPrevented = true;
  }
}

/** The members of an object of Electron that an object of the host has, too, but for those of emitters and of `Other`. */
export type Shared<Real, Own, Other extends string = never> = Pick<
  Real,
  Exclude<Extract<keyof Own, keyof Real>, keyof EventEmitter | Other>
>;
