/**
 * @file The interface to the machine. Main uses the operating system, Electron, time and randomness only through it, so
 * that the same code runs in Electron, in the test host and in tests.
 */
import type { ManagedProxy } from '../../shared/model/session/managed.ts';

/** Constant facts about this run. */
export interface PlatformInfo {
  readonly version: string;
  readonly os: 'win32' | 'darwin' | 'linux';
  /** Account name of the logged-in user. */
  readonly osUser: string;
  readonly isPackaged: boolean;
}

/** Time. Wall-clock time can jump; monotonic time cannot, but may stop while the machine sleeps. */
export interface Clock {
  /** Milliseconds since 1970 by the machine's clock. */
  now(): number;
  /** Milliseconds since an arbitrary moment; never decreases. */
  monotonic(): number;
  /** Calls `action` once after `milliseconds`, unless the returned function is called first. */
  after(milliseconds: number, action: () => void): () => void;
}

/** Randomness. */
export interface Random {
  /** A number in [0, 1). */
  fraction(): number;
  /** A new random identifier (UUID). */
  identifier(): string;
}

/** The system's dialogs. Each function resolves with `null` or an empty list when the clerk closes the dialog. */
export interface Dialogs {
  chooseFiles(): Promise<string[]>;
  chooseFolders(): Promise<string[]>;
  /** Asks for one file of the given extensions, for reading. */
  chooseFileToOpen(title: string, extensions: readonly string[]): Promise<string | null>;
  /** Asks where to write a new file. */
  chooseSavePath(title: string, suggestedName: string): Promise<string | null>;
  /** Asks a question; resolves with the index of the chosen answer. The last answer must be the safe one. */
  choose(question: { title: string; detail: string; answers: readonly string[] }): Promise<number>;
}

/** Functions of the desktop outside the window. */
export interface Shell {
  /** Opens a folder of Paydesk itself in the system's file manager. */
  showFolder(path: string): Promise<void>;
  /** Opens a file in the system's program for its type. Throws `file-not-opened`. */
  openFile(path: string): Promise<void>;
  /** Shows a file in the system's file manager, in its folder. */
  showFile(path: string): void;
  copyText(text: string): Promise<void>;
  /** Copies a secret, which is removed from the clipboard after one minute and at the end of the program. */
  copySecret(secret: string): Promise<void>;
  /** Removes a copied secret from the clipboard, unless something else was copied since. */
  clearSecret(): Promise<void>;
  /** Opens an https address in the clerk's browser. Throws `link-not-allowed` for any other address. */
  openWeb(url: string): Promise<void>;
  /** Starts the system's drag of a file, while the mouse button is down. */
  dragFile(path: string): void;
  /** Shows a system notification. It must not contain names or amounts. */
  notify(title: string, body: string): void;
  /** Shows progress in the taskbar or dock: a fraction in [0, 1], `null` for none. */
  showProgress(fraction: number | null): void;
}

/** Sleep, screen lock and idle time. */
export interface Power {
  onSuspend(listener: () => void): void;
  onResume(listener: () => void): void;
  /** Calls `listener` when the screen of the session was locked. */
  onLock(listener: () => void): void;
  /** Seconds since mouse or keyboard were last used. */
  idleSeconds(): number;
}

/** Network settings of the system. */
export interface Network {
  /** Proxies for a URL in the notation of PAC files, such as `PROXY proxy.example:3128; DIRECT`. */
  resolveProxy(url: string): Promise<string>;
}

/** A child process that communicates by messages. */
export interface ChildProcess {
  send(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Called once when the process has ended, for any reason. */
  onExit(listener: () => void): void;
  kill(): void;
}

/** Starts child processes. */
export interface Processes {
  /**
   * Starts a child process with the module of Paydesk at the file URL `entry`. A process cannot limit its memory, because
   * Electron ignores such options: what needs a limit runs in a thread of it.
   */
  start(entry: URL, name: string): ChildProcess;
}

/**
 * Prints documents of HTML and CSS. A document is complete in itself: nothing is loaded, no script runs, and no file is
 * written. The process that lays it out ends with the call.
 */
export interface Pages {
  /**
   * Returns the PDF of a document; with tags, it is accessible. Rejects with `cancelled` when `signal` is aborted, and with
   * `pages-not-made` at a deadline or when the process has ended.
   */
  toPdf(
    html: string,
    options: { readonly isTagged: boolean; readonly signal?: AbortSignal },
  ): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Opens the system's print dialog with a document. Resolves when the clerk has closed the dialog, also without printing.
   * Rejects with `pages-not-made`.
   */
  print(html: string, options: { readonly isLandscape: boolean }): Promise<void>;
}

/** The machine. */
export interface Platform {
  readonly info: PlatformInfo;
  readonly clock: Clock;
  readonly random: Random;
  readonly dialogs: Dialogs;
  readonly shell: Shell;
  readonly power: Power;
  readonly network: Network;
  readonly processes: Processes;
  readonly pages: Pages;
  /** Applies the clerk's theme to native UI. */
  setTheme(theme: 'system' | 'light' | 'dark'): void;
  /** Dims the native window buttons, or restores them. */
  dimWindowButtons(isDimmed: boolean): void;
  /** Loads the page of the window again. */
  reloadWindow(): void;
  /** Applies the administrator's proxy settings instead of the system's. */
  setProxy(proxy: ManagedProxy): Promise<void>;
  /** Ends the program through the lifecycle: ask, drain, exit. */
  quit(): void;
}
