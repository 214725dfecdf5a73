/** @file Collects what the features currently add to the frame, for tray and command palette. */
import { memo, useEffect } from 'react';
import { create } from 'zustand';
import type { Command, Feature, FileDropHandler, TrayContent } from './feature.ts';
import type { RouteName } from './routes.ts';

interface FeatureRegistration {
  readonly tray: TrayContent;
  readonly commands: readonly Command[];
  readonly fileDropHandler: FileDropHandler | null;
}

export type FeatureRegistry = Readonly<Partial<Record<RouteName, FeatureRegistration>>>;

export const useFeatureRegistry = create<FeatureRegistry>(() => ({}));

const noTray: TrayContent = { jobs: [] };
const noCommands: readonly Command[] = [];
const useNoTray = () => noTray;
const useNoCommands = () => noCommands;
const useNoFileDropHandler = () => null;

function Watch({ feature }: { readonly feature: Feature }) {
  const { route } = feature;
  const useTray = feature.useTray ?? useNoTray;
  const useCommands = feature.useCommands ?? useNoCommands;
  const useFileDropHandler = feature.useFileDropHandler ?? useNoFileDropHandler;
  const tray = useTray();
  const commands = useCommands();
  const fileDropHandler = useFileDropHandler();
  useEffect(() => {
    useFeatureRegistry.setState({ [route]: { tray, commands, fileDropHandler } });
  }, [route, tray, commands, fileDropHandler]);
  useEffect(
    () => () => {
      const { [route]: _removed, ...others } = useFeatureRegistry.getState();
      useFeatureRegistry.setState(others, true);
    },
    [route],
  );
  return null;
}

/**
 * Runs the hooks of one feature and publishes their results. It renders nothing, so that only this component
 * renders again when a hook changes, though its results may be new objects each time.
 */
export const FeatureWatch = memo(Watch);

/** Returns the registrations of all features at the moment of the call, for event handlers. */
export function getFeatureRegistry(): FeatureRegistry {
  return useFeatureRegistry.getState();
}
