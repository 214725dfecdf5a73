/** @file The components of the sign-in screen that show an error, in a chunk of their own. */
import { createDeferredComponent } from '../../app/lazy-component.tsx';

const importDeferred = () => import('./deferred.ts');

export const CheckDialog = createDeferredComponent(() =>
  importDeferred().then((module) => module.CheckDialog),
);
export const ErrorNotice = createDeferredComponent(() =>
  importDeferred().then((module) => module.ErrorNotice),
);
export const ManagedProblems = createDeferredComponent(() =>
  importDeferred().then((module) => module.ManagedProblems),
);
export const SignInFailure = createDeferredComponent(() =>
  importDeferred().then((module) => module.SignInFailure),
);

/** Loads all components that show an error, so that none is shown late. A failed load is an error of their render. */
export async function loadErrors(): Promise<void> {
  const components = [CheckDialog, ErrorNotice, ManagedProblems, SignInFailure];
  await Promise.allSettled(components.map((component) => component.load()));
}
