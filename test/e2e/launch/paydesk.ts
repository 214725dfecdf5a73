/** @file The interface of a running Paydesk for tests, in the host or in Electron. */
import type { ChildProcess } from 'node:child_process';
import type { Locator, Page } from '@playwright/test';
import type { PaydeskBridge } from '../../../src/shared/contract/names.ts';
import type { ElectronFunction, FollowedTopic } from '../../host/client.ts';
import type { Records } from '../../host/records.ts';

declare global {
  interface Window {
    /** The bridge that the preload exposes, for functions that a test runs in the page. */
    readonly paydesk: PaydeskBridge;
  }
}

interface LaunchOptions {
  /** The data folder. */
  readonly userDataDir: string;
  /** Path of another built entry than that of this folder. */
  readonly program?: string;
  /** File with managed profiles. */
  readonly profiles?: string;
  /** Further switches of the command line. */
  readonly args?: readonly string[];
  /** Environment variables in addition to the test's own. */
  readonly env?: Readonly<Record<string, string>>;
  /** Colour scheme of the operating system. */
  readonly colorScheme?: 'light' | 'dark';
  readonly deviceScaleFactor?: number;
  readonly locale?: string;
  /** Whether an unlocked keyring beside the data folder is provided; by default there is no keyring. */
  readonly keyring?: boolean;
}

/** Launch options in the host, which has more than Electron. */
export interface HostLaunchOptions extends LaunchOptions {
  /** Opens the window in the browser of the test worker, unless another program uses it. Its profile is not in the data folder. */
  readonly sharesBrowser?: boolean;
  /** Opens no window; the test uses only commands and topics. */
  readonly windowless?: boolean;
}

/** Launch options in Electron, without those of the host. */
export interface ElectronLaunchOptions extends LaunchOptions {
  readonly windowless?: never;
  readonly sharesBrowser?: never;
}

/** Answers to the dialogs of the system; each replaces the earlier answer. */
export interface DialogAnswers {
  /** Paths chosen for reading. */
  readonly open?: readonly string[];
  /** Path chosen for writing. */
  readonly save?: string;
  /** Index of the button pressed in a question. */
  readonly button?: number;
}

/** Functions of the host only. */
interface HostOnly {
  /** What Paydesk did outside the window. */
  records(): Promise<Records>;
  /** Subscribes to a topic, without a window only. */
  follow(topic: string): Promise<FollowedTopic>;
}

export interface Paydesk {
  /** The window's page. A crash replaces the page. Throws when there is no window. */
  readonly page: Page;
  readonly child: ChildProcess;
  /** Resolves when the program has ended: its exit code, or `null` when it was killed. */
  readonly exitCode: Promise<number | null>;
  /** Runs a function in the main process. The function is sent as source text, so it uses no name from outside its body. */
  evaluate<Argument, Result>(run: ElectronFunction<Argument, Result>, argument: Argument): Promise<Result>;
  /** Drops files and folders from the system on the middle of `target`. */
  drop(target: string | Locator, paths: readonly string[]): Promise<void>;
  /** Pastes files, as after copying them in the system's file manager. */
  paste(paths: readonly string[]): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /**
   * Writes a picture of the page to `file`, at the scale of the display. In the host, `page.screenshot` would reset the scale
   * to 1.
   */
  screenshot(file: string): Promise<void>;
  /** Runs an action while the display has another scale, as after the window was moved to another display. */
  atScale(scale: number, action: () => Promise<void>): Promise<void>;
  /** Calls a command of the bridge and returns its response as data. */
  call(command: string, args: unknown): Promise<unknown>;
  answerDialogs(answers: DialogAnswers): Promise<void>;
  /** Options of the dialogs shown since {@link answerDialogs} was first called. */
  shownDialogs(): Promise<unknown[]>;
  /** Paths and addresses that were opened or shown outside of the window since the start. */
  opened(): Promise<readonly string[]>;
  /** The text in the clipboard. */
  clipboard(): Promise<string>;
  /** What the host alone can do; `null` in Electron. */
  readonly host: HostOnly | null;
  /** Standard output and error output of the program. */
  output(): string;
  /** Logs the user of Windows off, and waits until the program has ended. Works only in the host. */
  endWindowsSession(): Promise<void>;
  /** Ends the program at once, as a crash or a power failure would. */
  kill(): Promise<void>;
  /** Quits as the clerk does, and waits until the program has ended. Returns the exit code. */
  quit(): Promise<number | null>;
  /** Ends the program in the quickest way; does nothing when it has ended. */
  close(): Promise<void>;
  /** Addresses of other origins that the page requested. */
  blockedRequests(): readonly string[];
  /** Errors on the page's console, including violations of its policy. */
  consoleErrors(): readonly string[];
}

/** Returns the command-line switches for launch options. */
export function switchesOf(options: LaunchOptions): string[] {
  return [
    `--user-data-dir=${options.userDataDir}`,
    ...(options.profiles === undefined ? [] : [`--profiles=${options.profiles}`]),
    ...(options.args ?? []),
  ];
}
