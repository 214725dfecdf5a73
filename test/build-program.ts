/** @file Builds the program before a run of Vitest, so that no test uses bundles of older sources. */
import process from 'node:process';
import { generateModules } from '../scripts/generate.ts';
import { buildBundles } from '../scripts/tools.ts';

let isBuilt = process.env['PAYDESK_BUILT'] === '1';

/** Vitest calls this once for each project. `npm test` builds the program before, and says so in `PAYDESK_BUILT`. */
export async function setup(): Promise<void> {
  if (isBuilt) return;
  isBuilt = true;
  await generateModules();
  if (!buildBundles('program', 'host')) throw new Error('The program could not be built');
}
