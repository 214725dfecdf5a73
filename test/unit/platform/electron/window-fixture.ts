/** @file Opens the main window in the host for a unit test. */
import { nativeTheme, session } from 'electron';
import { onTestFinished } from 'vitest';
import { createMainWindow, type MainWindow } from '../../../../src/main/platform/electron/window.ts';
import type { TextSize } from '../../../../src/shared/model/settings.ts';
import { BrowserWindow as HostWindow } from '../../../host/electron/window.ts';

/** Facts that differ between tests. */
interface WindowSetup {
  readonly os?: NodeJS.Platform;
  /** Monotonic time in milliseconds. */
  readonly now?: () => number;
  readonly askToReload?: () => Promise<boolean>;
  readonly contrast?: boolean;
  readonly textSize?: () => TextSize;
  readonly pseudoLocale?: boolean;
}

/** The main window with what a test observes and controls. */
interface TestWindow extends MainWindow {
  /** Reasons of the reported crashes, in order. */
  readonly crashes: readonly string[];
  /** The options that Electron got. */
  readonly options: HostWindow['options'] | undefined;
  /** Colours and heights that the buttons of the window got after its creation, in order. */
  readonly captions: readonly unknown[];
  /** Fires the pending timer. */
  expire(): void;
}

/** Opens a window that is destroyed when the test ends. */
export function openTestWindow({
  os = 'win32',
  now = () => 0,
  askToReload = async () => false,
  contrast = false,
  textSize = () => 100,
  pseudoLocale = false,
}: WindowSetup = {}): TestWindow {
  const crashes: string[] = [];
  let expire: () => void = () => undefined;
  const main = createMainWindow({
    preload: '/paydesk/preload/index.cjs',
    isPackaged: true,
    isPseudoLocale: pseudoLocale,
    os,
    appearance: () => ({ hasHighContrast: contrast, environment: 'production', textSize: textSize() }),
    monotonic: now,
    clock: {
      after(_milliseconds, action) {
        expire = action;
        return () => {
          expire = () => undefined;
        };
      },
    },
    onCrash: (reason) => crashes.push(reason),
    confirmReload: askToReload,
  });
  onTestFinished(() => {
    main.window.destroy();
    // The window restricts the session of the host, which all windows share.
    session.defaultSession.removeAllListeners();
    nativeTheme.themeSource = 'system';
  });
  const options = HostWindow.getAllWindows().at(-1)?.options;
  const captions: unknown[] = [];
  main.window.setTitleBarOverlay = (caption) => captions.push(caption);
  return { ...main, crashes, options, captions, expire: () => expire() };
}
