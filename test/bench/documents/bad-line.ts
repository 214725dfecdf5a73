/** @file 1,000 small documents while a share of the requests fails, compared with a plain client. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { actAt, type Fault } from '../../practice/faults.ts';
import { type Simulator, startSimulator } from '../../practice/simulator.ts';
import { sendAll } from '../batch.ts';
import { type BenchPart, scaled } from '../bench.ts';
import { measured } from '../measurement.ts';
import { putWithPlainClient } from '../peers.ts';
import { startProgram } from '../program.ts';
import { writeDocuments } from '../sample-documents.ts';

const fileBytes = 4_000;
const probability = 0.05;
const refusal: Fault = { kind: 'status', status: 503, probability };
const reset: Fault = { kind: 'reset', at: 'headers', probability };
const throttle: Fault = { kind: 'throttle', status: 429, retryAfterSeconds: 1, probability };

/** What fails, how, and the largest duration as a multiple of the plain client's. */
const badLines: readonly [name: string, fail: (company: Simulator) => void, maxRatio: number][] = [
  ['5 % of 503', ({ faults }) => failBoth(faults, refusal), 1.5],
  ['5 % of resets', ({ faults }) => failBoth(faults, reset), 1.5],
  ['a token that ends at every 50th upload', endTokens, 2],
  ['5 % of 429 with Retry-After for links', ({ faults }) => faults.set('uploadDocuments', throttle), 2],
];

function failBoth(faults: Simulator['faults'], fault: Fault): void {
  faults.set('uploadDocuments', fault);
  faults.set('upload', fault);
}

function endTokens({ faults, revokeTokens }: Simulator): void {
  const ends = Array.from({ length: 20 }, (_, index) => actAt(50 * (index + 1), revokeTokens));
  faults.set('upload', ...ends);
}

export const part: BenchPart = async function* (context) {
  const documents = await writeDocuments(context, scaled(context, 1_000, 100), fileBytes);
  for (const [name, fail, maxRatio] of badLines) {
    const folder = join(context.folder, name);
    await mkdir(folder);
    context.say(`Plain client, ${name}`);
    const company = await startSimulator({ seed: 1 });
    fail(company);
    const plainMs = await putWithPlainClient(company, documents.paths, folder);
    await company.close();
    context.say(`Paydesk, ${name}`);
    await using program = await startProgram({ folder, simulator: { seed: 1 } });
    fail(program.simulator);
    const { sending } = await sendAll(program, documents);
    yield measured(`sent and attached, ${name}, against a plain client`, 's', sending / 1_000, {
      peer: plainMs / 1_000,
      of: 'ratio',
      atMost: maxRatio,
    });
  }
};
