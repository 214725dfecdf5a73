/**
 * @file The port to the machine. Everything that main needs of the operating system, of Electron or of time and
 * chance comes through here, so that the same main runs in Electron, under the test host and in tests.
 */
import type { ManagedProxy } from '../shared/model/managed.ts';

/** Facts that do not change while Paydesk runs. */
export interface PlatformInfo {
  readonly version: string;
  readonly os: 'win32' | 'darwin' | 'linux';
  /** Account name of the person at the machine. */
  readonly osUser: string;
  readonly packaged: boolean;
}

/** Time. Wall time can jump; monotonic time cannot, but may stand still while the machine sleeps. */
export interface Clock {
  /** Milliseconds since 1970, as the machine's clock says. */
  now(): number;
  /** Milliseconds since some moment in the past; never goes back. */
  monotonic(): number;
  /** Calls `action` once after `milliseconds`, unless the returned function is called first. */
  after(milliseconds: number, action: () => void): () => void;
}

/** Chance. */
export interface Random {
  /** A number in [0, 1). */
  fraction(): number;
  /** A new random identifier (UUID). */
  identifier(): string;
}

/** The system's own dialogs. Each gives `null` (or an empty list) when the clerk closed it. */
export interface Dialogs {
  chooseFiles(): Promise<string[]>;
  chooseFolder(): Promise<string[]>;
  /** Asks for one file of the given extensions, for reading. */
  openFile(title: string, extensions: readonly string[]): Promise<string | null>;
  /** Asks where to write a new file. */
  saveFile(title: string, suggestedName: string): Promise<string | null>;
  /** Asks a question with named answers; gives the index of the answer. The last one is the harmless one. */
  choose(question: { title: string; detail: string; answers: readonly string[] }): Promise<number>;
}

/** Things shown outside the window. */
export interface Shell {
  /** Opens a folder of Paydesk itself in the system's file manager. */
  showFolder(path: string): Promise<void>;
  /** Opens a file in the program that the system has for its kind. Throws `file-not-opened`. */
  openFile(path: string): Promise<void>;
  /** Shows a file in the system's file manager, in its folder. */
  showFile(path: string): void;
  copyText(text: string): Promise<void>;
  /** Copies a secret, which is taken out of the clipboard after a minute and at the end of the program. */
  copySecret(secret: string): Promise<void>;
  /** Takes a copied secret out of the clipboard, unless something else was copied since. */
  clearSecret(): Promise<void>;
  /** Opens an https address in the clerk's browser. Throws `link-not-allowed` for any other address. */
  openWeb(url: string): Promise<void>;
  /** Hands a file to the system, which drags it on from the window; the mouse button is down. */
  dragFile(path: string): void;
  /** A system notification without names or amounts. */
  notify(title: string, body: string): void;
  /** Taskbar and dock: a fraction in [0, 1], `null` for none. */
  showProgress(fraction: number | null): void;
}

/** Sleep and wake, and whether somebody is there. */
export interface Power {
  onSuspend(listener: () => void): void;
  onResume(listener: () => void): void;
  /** The screen of the session was locked. */
  onLock(listener: () => void): void;
  /** Seconds since mouse or keyboard were last used. */
  idleSeconds(): number;
}

/** The way to the network. */
export interface Network {
  /** Proxies for a URL in the notation of PAC files, such as `PROXY proxy.example:3128; DIRECT`. */
  resolveProxy(url: string): Promise<string>;
}

/** A child process that talks by messages. */
export interface ChildProcess {
  send(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Called once, when it is gone for whatever reason. */
  onExit(listener: () => void): void;
  kill(): void;
}

/** What a child process may use. */
export interface ProcessLimits {
  /** Megabytes of the heap of its first thread; above it, the process ends. */
  readonly maxMegabytes?: number;
}

/** Starts child processes. */
export interface Processes {
  /** `entry` is a file URL of a module of Paydesk. */
  start(entry: URL, name: string, limits?: ProcessLimits): ChildProcess;
}

/** Everything together. */
export interface Platform {
  readonly info: PlatformInfo;
  readonly clock: Clock;
  readonly random: Random;
  readonly dialogs: Dialogs;
  readonly shell: Shell;
  readonly power: Power;
  readonly network: Network;
  readonly processes: Processes;
  /** Tells the shell which look the clerk chose, so that native parts follow. */
  setTheme(theme: 'system' | 'light' | 'dark'): void;
  /** Darkens the buttons that the system draws in the window, or takes that back. */
  dimWindowButtons(dimmed: boolean): void;
  /** Takes the administrator's way to the network in place of the system's. */
  setProxy(proxy: ManagedProxy): Promise<void>;
  /** Ends the program through the lifecycle: ask, drain, exit. */
  quit(): void;
}
