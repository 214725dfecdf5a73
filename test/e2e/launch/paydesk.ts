/** @file A running Paydesk, as a test sees it, whatever it runs in. */
import type { ChildProcess } from 'node:child_process';
import type { Locator, Page } from '@playwright/test';
import type { PaydeskBridge } from '../../../src/shared/contract/names.ts';
import type { ElectronFunction, FollowedTopic } from '../../host/client.ts';
import type { Records } from '../../host/records.ts';

declare global {
  interface Window {
    /** What the preload exposes, for functions that a test runs in the page. */
    readonly paydesk: PaydeskBridge;
  }
}

/** How Paydesk is started. */
export interface LaunchOptions {
  /** Folder for everything that Paydesk keeps. */
  readonly userDataDir: string;
  /** File with managed profiles. */
  readonly profiles?: string;
  /** Further switches of the command line. */
  readonly args?: readonly string[];
  /** Variables on top of the test's own. */
  readonly env?: Readonly<Record<string, string>>;
  /** What the operating system is set to. */
  readonly colorScheme?: 'light' | 'dark';
  readonly deviceScaleFactor?: number;
  readonly locale?: string;
  /** Gives Paydesk an unlocked keyring of its own, which lasts as long as the data folder; without it there is none. */
  readonly keyring?: boolean;
}

/** How Paydesk is started in the host, which can do more than Electron. */
export interface HostLaunchOptions extends LaunchOptions {
  /** Shows the window on a screen. */
  readonly headed?: boolean;
  /** Opens no page at all: commands and topics only. */
  readonly windowless?: boolean;
}

/** How Paydesk is started in Electron: what Electron cannot honour is refused. */
export interface ElectronLaunchOptions extends LaunchOptions {
  readonly headed?: never;
  readonly windowless?: never;
}

/** What the clerk answers in the system's dialogs from now on. */
export interface DialogAnswers {
  /** Paths chosen for reading. */
  readonly open?: readonly string[];
  /** Path chosen for writing. */
  readonly save?: string;
  /** Index of the button pressed in a question. */
  readonly button?: number;
}

/** What only the host can do. */
export interface HostOnly {
  /** What happened outside the window. */
  records(): Promise<Records>;
  /** Follows a topic without a page. Windowless only: a page shows what it follows. */
  follow(topic: string): Promise<FollowedTopic>;
}

/** A running Paydesk. */
export interface Paydesk {
  /** The window's page; after a crash it is another one. Throws when there is none. */
  readonly page: Page;
  readonly child: ChildProcess;
  /** Resolves when the program has ended: its exit code, or `null` when it was killed. */
  readonly exitCode: Promise<number | null>;
  /** Runs a function beside the program. It is sent as text and reaches nothing outside itself. */
  evaluate<Argument, Result>(run: ElectronFunction<Argument, Result>, argument: Argument): Promise<Result>;
  /** Drags files and folders from the system over the middle of `target` and lets go. */
  drop(target: string | Locator, paths: readonly string[]): Promise<void>;
  /** Pastes files, as after copying them in the system's file manager. */
  paste(paths: readonly string[]): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /**
   * Writes a picture of the page to `file`, at the device's scale. (In the host, `page.screenshot` knows nothing of the
   * scale and sets it back to 1.)
   */
  screenshot(file: string): Promise<void>;
  /** Calls a command of the bridge and gives its answer as data. */
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
  /** What the program wrote to its output and its error output. */
  output(): string;
  /** Logs the user of Windows off, and waits for the end. Host only. */
  endWindowsSession(): Promise<void>;
  /** Ends the program at once, as a crash or a power failure would. */
  kill(): Promise<void>;
  /** Quits as the clerk does, and waits for the end. */
  quit(): Promise<number | null>;
  /** Ends it in whatever way is quickest; harmless when it has ended. */
  close(): Promise<void>;
  /** Addresses of other origins that the page asked for. */
  blockedRequests(): readonly string[];
  /** Errors on the page's console, refusals by its policy among them. */
  consoleErrors(): readonly string[];
}

/** The switches that `options` stand for. */
export function switchesOf(options: LaunchOptions): string[] {
  return [
    `--user-data-dir=${options.userDataDir}`,
    ...(options.profiles === undefined ? [] : [`--profiles=${options.profiles}`]),
    ...(options.args ?? []),
  ];
}
