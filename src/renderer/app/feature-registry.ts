/** @file What the features show in the frame at the moment, gathered in one place for rail, tray and palette. */
import { memo, useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Command, Feature, FileDropHandler, TrayContent } from './feature.ts';
import type { RouteName } from './routes.ts';

/** What one feature contributes. */
export interface FeatureRegistration {
  readonly needsClerk: number;
  readonly tray: TrayContent;
  readonly commands: readonly Command[];
  readonly fileDropHandler: FileDropHandler | null;
}

/** Contributions by route. */
export type FeatureRegistry = Readonly<Partial<Record<RouteName, FeatureRegistration>>>;

const store = createStore<FeatureRegistry>(() => ({}));

const noTray: TrayContent = { jobs: [] };
const noCommands: readonly Command[] = [];
const useZero = () => 0;
const useNoTray = () => noTray;
const useNoCommands = () => noCommands;
const useNoFileDropHandler = () => null;

function Watch({ feature }: { readonly feature: Feature }) {
  const { route } = feature;
  const useNeedsClerk = feature.useNeedsClerk ?? useZero;
  const useTray = feature.useTray ?? useNoTray;
  const useCommands = feature.useCommands ?? useNoCommands;
  const useFileDropHandler = feature.useFileDropHandler ?? useNoFileDropHandler;
  const needsClerk = useNeedsClerk();
  const tray = useTray();
  const commands = useCommands();
  const fileDropHandler = useFileDropHandler();
  useEffect(() => {
    store.setState({ [route]: { needsClerk, tray, commands, fileDropHandler } });
  }, [route, needsClerk, tray, commands, fileDropHandler]);
  useEffect(
    () => () => {
      const { [route]: _gone, ...others } = store.getState();
      store.setState(others, true);
    },
    [route],
  );
  return null;
}

/**
 * Runs the hooks of a feature and hands on what they give. It shows nothing by itself, and is drawn again only when
 * its hooks want it: what they give may be new every time.
 */
export const FeatureWatch = memo(Watch);

/** What all features contribute now. */
export function useFeatureRegistry(): FeatureRegistry {
  return useStore(store);
}

/** What all features contribute at the moment of the call, for an event. */
export function featureRegistryNow(): FeatureRegistry {
  return store.getState();
}
