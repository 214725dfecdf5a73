/** @file What happened outside the page, for a test to ask about. */
import { EventEmitter } from 'node:events';

/** One dialog that was asked for, with the options of the call. */
export interface ShownDialog {
  readonly kind: 'open' | 'save' | 'message' | 'error';
  readonly options: unknown;
}

/** What a test must hear of even when the program ends at once. */
export type Problem =
  /** The page asked another origin for something, and was refused. */
  | { readonly kind: 'blocked'; readonly text: string }
  /** An error on the page's console: a refusal by the page's policy, an uncaught exception. */
  | { readonly kind: 'console'; readonly text: string };

/** Everything that Paydesk did to its surroundings. */
export interface Records {
  readonly dialogs: ShownDialog[];
  readonly notifications: { readonly title: string; readonly body: string }[];
  /** Paths and addresses that were opened outside. */
  readonly opened: string[];
  /** Files that were dragged out of the window. */
  readonly dragged: string[];
  /** Windows and navigations that Paydesk refused its page. */
  readonly denied: string[];
  /** The last value given to the taskbar; -1 for none. */
  progress: number;
  clipboard: string;
}

/** The records of this process. */
export const records: Records = {
  dialogs: [],
  notifications: [],
  opened: [],
  dragged: [],
  denied: [],
  progress: -1,
  clipboard: '',
};

/** Tells of problems, under `problem`. */
export const problems = new EventEmitter<{ problem: [Problem] }>();

/** Tells whoever listens of a problem. */
export function reportProblem(kind: Problem['kind'], text: string): void {
  problems.emit('problem', { kind, text });
}
