/** @file A platform for tests: real time, files, processes and network; dialogs that a test answers. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { systemClock, systemRandom } from '../../../src/main/concurrency/clock.ts';
import type { ChildProcess, Clock, Pages, Platform } from '../../../src/main/platform/platform.ts';
import { normalizeWebAddress } from '../../../src/main/platform/web-address.ts';
import { app } from '../../host/electron/app.ts';
import { copyMessage } from '../../host/electron/copy-message.ts';

/** A platform that answers dialogs as a test defines and records calls. */
export interface FakePlatform extends Platform {
  readonly answers: {
    files: string[];
    folder: string[];
    fileToOpen: string | null;
    savePath: string | null | Promise<string>;
    /** Index of the chosen answer. */
    ask: number | Promise<number>;
  };
  readonly seen: {
    readonly notifications: { title: string; body: string }[];
    readonly questions: string[];
    /** Answers that each question offered. */
    readonly choices: (readonly string[])[];
    readonly copied: string[];
    /** Secrets in the clipboard. */
    readonly secrets: string[];
    readonly folders: string[];
    /** Paths of files that were opened, and of files that were shown in their folder. */
    readonly openedFiles: string[];
    readonly shownFiles: string[];
    /** Progress of the taskbar, each change once. */
    readonly progress: (number | null)[];
    readonly opened: string[];
    /** Paths of files that were dragged out. */
    readonly dragged: string[];
    quits: number;
  };
  suspend(): void;
  resume(): void;
  /** Emits a screen lock. */
  lock(): void;
}

/** Starts a module as a child process of Node; messages are cloned as in Electron. */
export function startProcess(entry: URL, _name?: string): ChildProcess {
  const child = fork(fileURLToPath(entry), [], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  return {
    // A process that was killed is reported by its exit, not by the failed write.
    send: (message) => child.send(copyMessage(message) as object, () => undefined),
    onMessage: (listener) => child.on('message', listener),
    onExit: (listener) => child.once('exit', listener),
    kill: () => child.kill('SIGKILL'),
  };
}

let loadedPages: Promise<Pages> | null = null;

/** The pages of Electron on the host, whose browser is started by the first document of a worker. */
export function loadPages(): Promise<Pages> {
  loadedPages ??= (async () => {
    // A document is the only window of a test.
    app.on('window-all-closed', () => undefined);
    const { createPages } = await import('../../../src/main/platform/electron/pages.ts');
    return createPages(systemClock, () => null);
  })();
  return loadedPages;
}

const documentPages: Pages = {
  toPdf: async (html, options) => (await loadPages()).toPdf(html, options),
  print: async (html, options) => (await loadPages()).print(html, options),
};

/** Creates a platform; its clock is the system clock by default. */
export function createFakePlatform(clock: Clock = systemClock): FakePlatform {
  const answers: FakePlatform['answers'] = {
    files: [],
    folder: [],
    fileToOpen: null,
    savePath: null,
    ask: 0,
  };
  const seen: FakePlatform['seen'] = {
    notifications: [],
    questions: [],
    choices: [],
    copied: [],
    secrets: [],
    folders: [],
    openedFiles: [],
    shownFiles: [],
    progress: [],
    opened: [],
    dragged: [],
    quits: 0,
  };
  const suspended: (() => void)[] = [];
  const resumed: (() => void)[] = [];
  const locked: (() => void)[] = [];
  return {
    answers,
    seen,
    suspend: () => {
      for (const listener of suspended) listener();
    },
    resume: () => {
      for (const listener of resumed) listener();
    },
    lock: () => {
      for (const listener of locked) listener();
    },
    info: { version: '0.0.0', os: 'linux', osUser: 'm.hansen', isPackaged: false },
    clock,
    random: systemRandom,
    dialogs: {
      chooseFiles: async () => answers.files,
      chooseFolders: async () => answers.folder,
      chooseFileToOpen: async () => answers.fileToOpen,
      chooseSavePath: async () => answers.savePath,
      choose: async ({ title, detail, answers: offered }) => {
        seen.questions.push(`${title}: ${detail}`);
        seen.choices.push(offered);
        return answers.ask;
      },
    },
    shell: {
      showFolder: async (path) => {
        seen.folders.push(path);
      },
      openFile: async (path) => {
        seen.openedFiles.push(path);
      },
      showFile: (path) => seen.shownFiles.push(path),
      copyText: async (text) => {
        seen.copied.push(text);
      },
      copySecret: async (secret) => {
        seen.secrets.push(secret);
      },
      clearSecret: async () => {
        seen.secrets.length = 0;
      },
      openWeb: async (url) => {
        seen.opened.push(normalizeWebAddress(url));
      },
      dragFile: (path) => seen.dragged.push(path),
      notify: (title, body) => seen.notifications.push({ title, body }),
      showProgress: (fraction) => {
        if (seen.progress.at(-1) !== fraction) seen.progress.push(fraction);
      },
    },
    power: {
      onSuspend: (listener) => suspended.push(listener),
      onResume: (listener) => resumed.push(listener),
      onLock: (listener) => locked.push(listener),
      idleSeconds: () => 0,
    },
    network: { resolveProxy: async () => 'DIRECT' },
    setProxy: async () => undefined,
    processes: { start: startProcess },
    pages: documentPages,
    setTheme: () => undefined,
    dimWindowButtons: () => undefined,
    reloadWindow: () => undefined,
    quit: () => {
      seen.quits += 1;
    },
  };
}
