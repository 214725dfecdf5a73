/**
 * @file The interface between a feature and the frame around the screens: top bar, rail, tray and command palette.
 * `features.ts` lists the features; the frame depends on no feature.
 */
import type { IconName } from '../components/layout/icons.ts';
import type { LazyComponent } from './lazy-component.tsx';
import type { RouteName } from './routes.ts';

/** An action that the command palette finds and runs. */
export interface Command {
  /** Unique among all commands; begins with the name of the feature. */
  readonly id: string;
  /** Verb first: *Attach 214 documents…*. */
  readonly label: string;
  readonly icon?: IconName;
  /** A second line: an identifier, or why the command is disabled. */
  readonly detail?: string;
  /** Further search terms of the command palette. */
  readonly keywords?: readonly string[];
  /** Keys that run the command from any screen, such as `Mod+Shift+O`; `Mod` is Ctrl, on macOS Cmd. */
  readonly keys?: string;
  readonly disabled?: boolean;
  readonly run: () => void;
}

/**
 * A running, waiting or finished job in the tray. The tray shows a strip with the current jobs; its button opens a sheet
 * with the details of all jobs.
 */
export interface TrayJob {
  readonly id: string;
  readonly icon: IconName;
  /** The label in the strip, before the progress, such as *Documents*. */
  readonly label: string;
  /** The progress in the strip, such as *63 %, 3 min left*; empty for none. */
  readonly summary: string;
  /** The title in the sheet, such as *214 documents to 38 beneficiaries*. */
  readonly title: string;
  /** The amount at the right end of the sheet, such as *63 %* or *49 of 52*. */
  readonly amount: string;
  /** A line beneath the title in the sheet. */
  readonly detail?: string;
  /** Progress of the bar, in bytes or documents; omitted without a bar. */
  readonly progress?: { readonly part: number; readonly whole: number };
  readonly tone?: 'warning' | 'danger' | 'ok';
  /** Shown only in the sheet: work that has finished. */
  readonly sheetOnly?: boolean;
  /** Opens the screen that shows the job in full. */
  readonly onOpen?: () => void;
}

/** A quiet fact at the right end of the tray, such as *Library sealed, 1,284 items*. */
interface TrayFact {
  readonly id: string;
  readonly icon: IconName;
  readonly text: string;
}

/** A button in the head of the tray's sheet, such as *Pause all*. */
export interface TrayAction {
  readonly id: string;
  readonly icon: IconName;
  readonly label: string;
  readonly onPress: () => void;
}

export interface TrayContent {
  readonly jobs: readonly TrayJob[];
  readonly facts?: readonly TrayFact[];
  readonly actions?: readonly TrayAction[];
}

/** Accepts files that were dropped anywhere in the window, or pasted. */
export interface FileDropHandler {
  /** Shown while files are over the window: *Drop to add to batch 14*. */
  readonly text: string;
  readonly onFiles: (files: File[]) => void;
}

/**
 * A feature. Each of its hooks is called by one component, which is mounted while a profile is signed in; the results of
 * the hooks appear in the frame immediately.
 */
export interface Feature {
  readonly route: RouteName;
  readonly label: string;
  readonly icon: IconName;
  readonly isAtFoot?: boolean;
  /** Loaded in an idle moment. */
  readonly Screen: LazyComponent<object>;
  readonly useTray?: () => TrayContent;
  readonly useCommands?: () => readonly Command[];
  /** Searches the feature for the command palette; called for two characters or more. */
  readonly search?: (text: string) => Promise<readonly Command[]>;
  /** The shown screen handles dropped files first; else the first feature in the list with a handler. */
  readonly useFileDropHandler?: () => FileDropHandler | null;
}

export interface SignInProps {
  /** The profile that is preselected; `null` for none. */
  readonly initialProfileId: string | null;
  /** Returns to the profile that was open before; `null` when no profile was open. */
  readonly onBack: (() => void) | null;
  /** Called when the screen accepts input. */
  readonly onUsable: () => void;
}
