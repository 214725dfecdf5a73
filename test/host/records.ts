/** @file Records the effects of the program outside its page, for tests. */
import { EventEmitter } from 'node:events';

/** A requested dialog, with the options of the call. */
export interface ShownDialog {
  readonly kind: 'open' | 'save' | 'message' | 'error';
  readonly options: unknown;
}

/** A problem that is reported immediately, because the program may exit soon afterwards. */
export type Problem =
  /** A request of the page to another origin, which was blocked. */
  | { readonly kind: 'blocked'; readonly text: string }
  /** An error on the page's console, such as a policy violation or an uncaught exception. */
  | { readonly kind: 'console'; readonly text: string };

/** All recorded effects. */
export interface Records {
  readonly dialogs: ShownDialog[];
  readonly notifications: { readonly title: string; readonly body: string }[];
  /** Paths and addresses that were opened in other programs. */
  readonly opened: string[];
  /** PDFs of the documents that were printed, in base64. */
  readonly printed: string[];
  /** Files that were dragged out of the window. */
  readonly dragged: string[];
  /** Addresses of new windows and navigations that Paydesk denied. */
  readonly denied: string[];
  /** The last progress in the taskbar; -1 for none. */
  progress: number;
  clipboard: string;
}

/** Effects of this process. */
export const records: Records = {
  dialogs: [],
  notifications: [],
  opened: [],
  printed: [],
  dragged: [],
  denied: [],
  progress: -1,
  clipboard: '',
};

/** Emits `problem` for each problem. */
export const problems = new EventEmitter<{ problem: [Problem] }>();

/** Reports a problem to the listeners. */
export function reportProblem(kind: Problem['kind'], text: string): void {
  problems.emit('problem', { kind, text });
}
