/** @file Other programs for comparison, which send the same files to the same host with plain PUTs to signed links. */
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import type { Simulator } from '../simulator/simulator.ts';

const loginSchema = z.object({ accessToken: z.string() });
const linksSchema = z.object({ items: z.array(z.object({ link: z.string() })) });

async function readAnswer(response: Response): Promise<unknown> {
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return response.json();
}

/** Requests one upload link per PDF from the practice company, in order. */
export async function linksFor(simulator: Simulator, paths: readonly string[]): Promise<string[]> {
  const json = { 'content-type': 'application/json', accept: 'application/json' };
  const { accessToken } = loginSchema.parse(
    await readAnswer(
      await fetch(`${simulator.hosts.auth}/users/login`, {
        method: 'POST',
        headers: json,
        body: JSON.stringify({ ...simulator.credentials, mode: 'apiKey' }),
      }),
    ),
  );
  const links: string[] = [];
  for (let first = 0; first < paths.length; first += 500) {
    const items = paths
      .slice(first, first + 500)
      .map((path) => ({ fileName: basename(path), fileType: 'application/pdf' }));
    const response = await fetch(`${simulator.hosts.beneficiary}/uploadDocuments`, {
      method: 'POST',
      headers: { ...json, authorization: `Bearer ${accessToken}` },
      body: JSON.stringify(items),
    });
    links.push(...linksSchema.parse(await readAnswer(response)).items.map(({ link }) => link));
  }
  return links;
}

/** Runs a program; returns its duration in milliseconds. */
function run(command: string, args: readonly string[]): Promise<number> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    child.on('error', reject);
    child.on('exit', (code) => {
      if (code === 0) resolve(performance.now() - start);
      else reject(new Error(`${command} ended with ${code}`));
    });
  });
}

/** Sends files with curl, `atOnce` at a time; returns milliseconds. */
export async function putWithCurl(
  simulator: Simulator,
  paths: readonly string[],
  atOnce: number,
  folder: string,
): Promise<number> {
  const links = await linksFor(simulator, paths);
  const storedBefore = simulator.state.objects.size;
  const lines = paths.flatMap((path, index) => [
    `url = "${links[index] ?? ''}"`,
    `upload-file = "${path}"`,
    'output = "/dev/null"',
  ]);
  const config = join(folder, 'curl.config');
  await writeFile(config, ['header = "Content-Type: application/pdf"', 'globoff', ...lines, ''].join('\n'));
  const durationMs = await run('curl', [
    '-sS',
    '--fail',
    '--parallel',
    '--parallel-max',
    String(atOnce),
    '-K',
    config,
  ]);
  if (simulator.state.objects.size - storedBefore !== paths.length)
    throw new Error('curl did not send everything');
  return durationMs;
}
