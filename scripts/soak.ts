/**
 * @file Runs Paydesk for eight simulated hours of work and compares its memory, handles and files after the first and
 * the last hour.
 *
 * Usage: node scripts/soak.ts [--scale=0.1] [--built]
 *
 * Prints a line of JSON for each hour and for each bound, and the bounds as a table at the end. The exit code is 1 when a bound
 * is exceeded.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { tableOf } from '../test/bench/measurement.ts';
import { compareHours } from '../test/soak/bounds.ts';
import { runSoak } from '../test/soak/run.ts';
import type { Sample } from '../test/soak/sample.ts';
import { buildBundles } from './tools.ts';

const { values } = parseArgs({
  options: { scale: { type: 'string', default: '1' }, built: { type: 'boolean', default: false } },
});
if (!values.built && !buildBundles('program', 'host')) process.exit(1);
const folder = await mkdtemp(join(tmpdir(), 'paydesk-soak-'));
const samples: Sample[] = [];
try {
  const say = (text: string) => console.error(text);
  for await (const sample of runSoak({ scale: Number(values.scale), folder, say })) {
    samples.push(sample);
    console.log(JSON.stringify(sample));
  }
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
const measurements = compareHours(samples);
for (const measurement of measurements) console.log(JSON.stringify(measurement));
console.log(`\n${tableOf(measurements)}`);
process.exitCode = measurements.some(({ met }) => met === false) ? 1 : 0;
