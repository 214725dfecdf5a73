/**
 * @file Measures Paydesk's performance targets, and in the same run the time of other programs for the same work.
 *
 * Usage: node scripts/bench.ts [name [part …] [seed …]] [--scale=0.1] [--built]; without a name, all benches run.
 *
 * The parts of a bench are the files in test/bench/<name>. Each measurement is printed as one line of JSON, and all
 * measurements as a table at the end. With PAYDESK_BENCH_PROFILE=FOLDER, the program writes CPU profiles of its threads
 * to that folder.
 */
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { BenchPart } from '../test/bench/bench.ts';
import { type Measurement, tableOf } from '../test/bench/measurement.ts';
import { buildBundles } from './tools.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const benches = join(root, 'test', 'bench');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { scale: { type: 'string', default: '1' }, built: { type: 'boolean', default: false } },
});
const isSeed = (text: string) => /^\d+$/.test(text);
const [name, ...requestedParts] = positionals.filter((text) => !isSeed(text));
const seeds = positionals.filter(isSeed).map(Number);

async function findParts(bench: string): Promise<string[]> {
  const files = await readdir(join(benches, bench));
  const names = files.filter((file) => file.endsWith('.ts')).map((file) => file.slice(0, -'.ts'.length));
  const unknownParts = requestedParts.filter((part) => !names.includes(part));
  if (unknownParts.length > 0) throw new Error(`${bench} has only the parts ${names.join(', ')}`);
  return requestedParts.length === 0 ? names.sort() : requestedParts;
}

function isPart(value: unknown): value is BenchPart {
  return typeof value === 'function';
}

async function run(bench: string): Promise<Measurement[]> {
  const results: Measurement[] = [];
  const home = await mkdtemp(join(tmpdir(), 'paydesk-bench-'));
  try {
    for (const file of await findParts(bench)) {
      const module: unknown = await import(pathToFileURL(join(benches, bench, `${file}.ts`)).href);
      const part = typeof module === 'object' && module !== null && 'part' in module ? module.part : null;
      if (!isPart(part)) throw new Error(`${file} is not a part of a bench`);
      const folder = join(home, file);
      await mkdir(folder);
      const report = (text: string) => console.error(`[${file}] ${text}`);
      const startedAt = performance.now();
      for await (const measurement of part({ scale: Number(values.scale), folder, say: report, seeds })) {
        const result = { ...measurement, name: `${bench}.${file}: ${measurement.name}` };
        results.push(result);
        console.log(JSON.stringify(result));
      }
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
      report(`Took ${Math.round((performance.now() - startedAt) / 1_000)} s`);
    }
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  }
  return results;
}

const entries = await readdir(benches, { withFileTypes: true });
const names = entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
if (name !== undefined && !names.includes(name)) {
  console.error(`Usage: npm run bench -- [${names.join(' | ')} [part …]] [--scale=0.1]`);
  process.exit(1);
}
if (!values.built && !buildBundles('program', 'host')) process.exit(1);
const measurements: Measurement[] = [];
for (const bench of name === undefined ? names : [name]) measurements.push(...(await run(bench)));
console.log(`\n${tableOf(measurements)}`);
process.exitCode = measurements.some(({ met }) => met === false) ? 1 : 0;
