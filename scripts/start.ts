/**
 * @file Builds Paydesk and opens it on the practice company: in Electron, or in a Chromium window when Electron is not
 * available. Without a display, it runs the tour.
 */
import process from 'node:process';
import { findProgram } from './program.ts';
import { buildBundles, runToEnd } from './tools.ts';

function open(): number {
  const program = findProgram(console.log);
  if (program === null) {
    console.log('Paydesk shows its main job without a window.');
    return runToEnd([process.execPath, 'scripts/tour.ts', '--built']).status ?? 1;
  }
  if (program.kind === 'host') {
    console.log('Paydesk opens in a window of Chromium, without the protections of Electron.');
  }
  return runToEnd(program.command, program.environment).status ?? 1;
}

if (!buildBundles('program')) process.exit(1);
process.exitCode = open();
