/** @file 10,000 dropped files: time until they are listed and checked, and stalls of the main thread. */
import { spawnSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pollUntil } from '../../e2e/launch/calls.ts';
import type { BenchPart } from '../bench.ts';
import { scaled } from '../bench.ts';
import { measured } from '../measurement.ts';
import {
  addBeneficiaries,
  drop,
  milliseconds,
  stallMeasurements,
  startProgram,
  stateOf,
  watchStalls,
} from '../program.ts';
import { writeSampleDocuments } from '../sample-documents.ts';

const size = 20_000;
const order = { filter: { group: null, text: '' }, sort: { by: 'name', descending: false } } as const;

export const part: BenchPart = async function* (context) {
  const count = scaled(context, 10_000);
  context.say(`Writing ${count} files`);
  const sampleDocuments = await writeSampleDocuments(join(context.folder, 'drop'), count, size);
  const home = join(context.folder, 'home');
  await mkdir(home);
  const program = await startProgram({ folder: home });
  const { call } = program;
  try {
    await program.signIn();
    await addBeneficiaries(program, sampleDocuments);
    const readStalls = await watchStalls(program);
    let first = 0;
    let batchId = 0;
    const started = performance.now();
    context.say('Dropping them');
    const took = await milliseconds(async () => {
      batchId = await drop(program, sampleDocuments.root);
      // Reads pages of the list meanwhile, as the window does.
      await pollUntil(
        async () => {
          const { total } = await call('documents.list', { batchId, ...order, offset: 0, limit: 200 });
          if (total > 0 && first === 0) first = performance.now() - started;
          const offset = Math.max(0, total - 200);
          await call('documents.list', { batchId, ...order, offset, limit: 200 });
          return stateOf(program, batchId);
        },
        (state) => state === 'draft',
        600_000,
      );
    });
    const stalls = await readStalls();
    const folders = await milliseconds(() => call('documents.folders', { action: 'list', batchId }));
    const whole = await call('documents.list', { batchId, ...order, offset: 0, limit: 200 });
    if (whole.total !== count) throw new Error(`${whole.total} of ${count} files are listed`);
    const hashing = await milliseconds(async () => {
      const find = `find '${sampleDocuments.root}' -type f -print0 | xargs -0 sha256sum`;
      spawnSync('sh', ['-c', find], { stdio: 'ignore' });
    });
    yield measured('first row is there', 'ms', first, { bound: { of: 'value', atMost: 300 } });
    yield measured('files checked, against sha256sum alone', 'files/s', (count / took) * 1000, {
      peer: (count / hashing) * 1000,
    });
    yield measured('all files are checked', 's', took / 1000);
    yield* stallMeasurements('while files are taken in', stalls);
    yield measured('folders are listed', 'ms', folders);
  } finally {
    await program.close();
  }
};
