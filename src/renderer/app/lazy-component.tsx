/** @file Components that are loaded in a chunk of their own. */
import { type ComponentType, lazy, type ReactNode, useState } from 'react';

/** A component whose chunk is loaded when it is first rendered, or before by `load`. */
export interface LazyComponent<Props> {
  (props: Props): ReactNode;
  /** Loads the chunk. Rejects when this is impossible; the next call tries again. */
  readonly load: () => Promise<void>;
}

/**
 * Creates a component from a dynamic import. It suspends only while its chunk is missing: a component that was loaded
 * before is rendered at once, without its fallback for a moment. A chunk that cannot be loaded is an error of the render,
 * until the window is reloaded or `load` succeeds.
 */
export function createLazyComponent<Props extends object>(
  importComponent: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | null = null;
  const importOnce = async () => {
    loaded ??= await importComponent();
    return loaded;
  };
  const Suspending = lazy(
    async (): Promise<{ default: ComponentType<Props> }> => ({ default: await importOnce() }),
  );
  function Loaded(props: Props) {
    // Kept for the life of the element: another type of component would lose the state of the shown one.
    const [Content] = useState<ComponentType<Props>>(() => loaded ?? Suspending);
    return <Content {...props} />;
  }
  return Object.assign(Loaded, { load: async () => void (await importOnce()) });
}
