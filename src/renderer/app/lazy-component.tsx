/** @file Components that are loaded in a chunk of their own. */
import { type ComponentType, lazy, type ReactNode, useEffect, useState } from 'react';

/** A component whose chunk is loaded when it is first rendered, or before by `load`. */
export interface LazyComponent<Props> {
  (props: Props): ReactNode;
  /** Loads the chunk. Rejects when this is impossible; the next call tries again. */
  readonly load: () => Promise<void>;
  readonly isLoaded: () => boolean;
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
  return Object.assign(Loaded, {
    load: async () => void (await importOnce()),
    isLoaded: () => loaded !== null,
  });
}

/**
 * Loads the chunk of a component once `load` is given. True when it was loaded, so that the component can be rendered without
 * a fallback: React shows nothing new for up to 300 milliseconds after one. Also true after a failed load, which is an
 * error of the component's render.
 */
export function useLoaded<Props>(
  component: LazyComponent<Props>,
  load: (() => Promise<void>) | null,
): boolean {
  const [isSettled, setIsSettled] = useState(component.isLoaded);
  useEffect(() => {
    if (isSettled || load === null) return;
    let isCurrent = true;
    const settle = () => {
      if (isCurrent) setIsSettled(true);
    };
    load().then(settle, settle);
    return () => {
      isCurrent = false;
    };
  }, [isSettled, load]);
  return isSettled;
}

/**
 * Creates a component that renders nothing until its chunk is loaded, and then is shown at once. A chunk that cannot be
 * loaded is an error of the render, as with {@link createLazyComponent}.
 */
export function createDeferredComponent<Props extends object>(
  importComponent: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  const Content = createLazyComponent(importComponent);
  function Deferred(props: Props) {
    return useLoaded(Content, Content.load) && <Content {...props} />;
  }
  return Object.assign(Deferred, { load: Content.load, isLoaded: Content.isLoaded });
}
