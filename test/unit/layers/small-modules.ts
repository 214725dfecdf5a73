/** @file Finds modules that are too small to be apart from their only importer. */
import type { Module } from './imports.ts';

const minLines = 30;
/** One file for each feature, for each route of the service, and for each catalog of messages, whatever its size. */
const exempt = /^src\/(shared\/contract\/|shared\/messages\/compiled\/|main\/simulator\/probe\.ts$)/;

/** Returns the small modules of main, preload and shared that exactly one module, or test, imports. */
export function findSmallModules(modules: readonly Module[]): string[] {
  return modules
    .filter(
      ({ path, lines }) =>
        lines < minLines && /^src\/(main|preload|shared)\//.test(path) && !exempt.test(path),
    )
    .map(({ path }) => path)
    .filter((path) => modules.filter(({ imports }) => imports.includes(path)).length === 1);
}
