/** @file What the shell (Electron, or the test host through it) knows of Paydesk. */
import type { Answer } from '../shared/contract/index.ts';
import type { References } from './bridge/references.ts';
import type { Topics } from './bridge/topics.ts';

/** Paydesk without a window. */
export interface App {
  /** Answers a command. Never rejects. */
  call(name: string, args: unknown): Promise<Answer>;
  readonly topics: Topics;
  readonly references: References;
  /** Asks the clerk when work is in flight, then drains within a bound. `false` means the clerk stays. */
  prepareToQuit(): Promise<boolean>;
}
