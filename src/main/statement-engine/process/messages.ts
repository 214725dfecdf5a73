/** @file Methods of the statement engine, with the schemas of their arguments and results. */
import { checkMethods } from './methods/check-methods.ts';
import { comparisonMethods } from './methods/comparison-methods.ts';
import { ledgerMethods } from './methods/ledger-methods.ts';
import { openMethods } from './methods/open-methods.ts';
import { rowMethods } from './methods/row-methods.ts';
import { searchMethods } from './methods/search-methods.ts';

/** Schemas of every method. */
export const engineMethods = {
  ...openMethods,
  ...rowMethods,
  ...checkMethods,
  ...comparisonMethods,
  ...ledgerMethods,
  ...searchMethods,
} as const;

/** Name of a method. */
export type MethodName = keyof typeof engineMethods;

/** Name of a method of the engine, which opens statements. */
export type EngineMethodName = Exclude<MethodName, 'searchPages'>;

/** True if the text is the name of a method of the engine. */
export function isEngineMethodName(name: string): name is EngineMethodName {
  return Object.hasOwn(engineMethods, name) && name !== 'searchPages';
}
