/** @file What a feature gives to the frame. Features are listed in `features.ts`; the frame knows none of them. */
import type { ComponentType } from 'react';
import type { Profile } from '../../shared/model/profile.ts';
import type { IconName } from '../components/icons.ts';
import type { RouteName } from './routes.ts';

/** Something that the command palette finds and runs. */
export interface Command {
  /** Unique among all commands; begins with the name of the feature. */
  readonly id: string;
  /** Verb first: *Attach 214 documents…*. */
  readonly word: string;
  readonly icon?: IconName;
  /** A second line: an identifier, or why it cannot be run now. */
  readonly more?: string;
  /** Other words by which it is found. */
  readonly keywords?: readonly string[];
  /** Keys that run it anywhere, such as `Mod+Shift+O`; `Mod` is Ctrl, on macOS Cmd. */
  readonly keys?: string;
  readonly disabled?: boolean;
  readonly run: () => void;
}

/** Something that runs or needs the clerk, for the tray. */
export interface TrayJob {
  readonly id: string;
  readonly icon: IconName;
  /** Strip: the word in front, such as *Documents*. */
  readonly word: string;
  /** Strip: what is to be known, such as *63 %, 3 min left*; empty for none. */
  readonly summary: string;
  /** Sheet: what it is, such as *214 documents to 38 beneficiaries*. */
  readonly title: string;
  /** Sheet: at the right end, such as *63 %* or *49 of 52*. */
  readonly amount: string;
  /** Sheet: a line beneath. */
  readonly detail?: string;
  /** Bytes or pieces for the bar; left out where there is none. */
  readonly progress?: { readonly part: number; readonly whole: number };
  readonly tone?: 'warning' | 'danger' | 'ok';
  /** Only in the sheet: what is done already. */
  readonly sheetOnly?: boolean;
  /** Leads to where it is shown whole. */
  readonly onOpen?: () => void;
}

/** A quiet fact at the right end of the tray, such as *Library sealed, 1,284 items*. */
export interface TrayFact {
  readonly id: string;
  readonly icon: IconName;
  readonly words: string;
}

/** A button in the head of the tray's sheet, such as *Pause all*. */
export interface TrayAction {
  readonly id: string;
  readonly icon: IconName;
  readonly word: string;
  readonly onPress: () => void;
}

/** What a feature shows in the tray. */
export interface TrayContent {
  readonly jobs: readonly TrayJob[];
  readonly facts?: readonly TrayFact[];
  readonly actions?: readonly TrayAction[];
}

/** Takes in files that were dropped anywhere in the window or pasted. */
export interface FileDropHandler {
  /** Shown while files are over the window: *Drop to add to batch 14*. */
  readonly words: string;
  readonly onFiles: (files: File[]) => void;
}

/** One feature. Its hooks run once each, while somebody is signed in; whatever they give is shown at once. */
export interface Feature {
  readonly route: RouteName;
  /** The word on the rail. */
  readonly word: string;
  readonly icon: IconName;
  /** Stands at the foot of the rail. */
  readonly atFoot?: boolean;
  readonly Screen: ComponentType;
  /** How many things of this feature need the clerk: the number on the rail. */
  readonly useNeedsClerk?: () => number;
  readonly useTray?: () => TrayContent;
  readonly useCommands?: () => readonly Command[];
  /** Finds things for the command palette; only asked for two letters or more. */
  readonly search?: (text: string) => Promise<readonly Command[]>;
  /** The shown screen takes files first; else the first feature of the list that takes any. */
  readonly useFileDropHandler?: () => FileDropHandler | null;
}

export interface SignInProps {
  /** The profile whose session ended by itself; `null` when nobody is signed in. */
  readonly interrupted: Profile | null;
  /** The profile that the clerk wants to sign in to; `null` when that is open. */
  readonly initialProfileId: string | null;
  /** Leads back to the work of the profile that was shown; `null` when there is none. */
  readonly onBack: (() => void) | null;
}
