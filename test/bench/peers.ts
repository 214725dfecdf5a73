/** @file Other programs for comparison, which send the same files to the same host with plain PUTs to signed links. */
import { execFile, spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { Simulator } from '../practice/simulator.ts';

const loginSchema = z.object({ accessToken: z.string() });
const linksSchema = z.object({ items: z.array(z.object({ link: z.string() })) });

async function readAnswer(response: Response): Promise<unknown> {
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return response.json();
}

/** Requests one upload link per PDF from the practice company, in order. */
async function linksFor(simulator: Simulator, paths: readonly string[]): Promise<string[]> {
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

/** Files that another program sends. */
interface PeerUpload {
  readonly company: Simulator;
  readonly paths: readonly string[];
  readonly atOnce: number;
  /** Folder for the program's configuration. */
  readonly folder: string;
  /** File with the certificate of the hosts' authority; `null` without TLS. */
  readonly certificateFile: string | null;
}

/** Sends files with curl; returns milliseconds. */
export function putWithCurl(upload: PeerUpload): Promise<number> {
  const { paths, atOnce, folder, certificateFile } = upload;
  return putWith('curl', upload, async (links) => {
    const lines = paths.flatMap((path, index) => [
      `url = "${links[index] ?? ''}"`,
      `upload-file = "${path}"`,
      'output = "/dev/null"',
    ]);
    if (certificateFile !== null) lines.unshift(`cacert = "${certificateFile}"`);
    const config = join(folder, 'curl.config');
    await writeFile(config, ['header = "Content-Type: application/pdf"', 'globoff', ...lines, ''].join('\n'));
    return [
      '-sS',
      '--no-progress-meter',
      '--fail',
      '--parallel',
      '--parallel-max',
      String(atOnce),
      '-K',
      config,
    ];
  });
}

/** Sends files with undici, the HTTP client inside Node; returns milliseconds. */
export function putWithUndici(upload: PeerUpload): Promise<number> {
  const { paths, atOnce, folder, certificateFile } = upload;
  return putWith(process.execPath, upload, async (links) => {
    const certificate = certificateFile === null ? null : await readFile(certificateFile, 'utf8');
    const job = join(folder, 'undici.json');
    await writeFile(job, JSON.stringify({ links, paths, atOnce, certificate }));
    return [fileURLToPath(new URL('undici-sender.ts', import.meta.url)), job];
  });
}

/** Requests links, runs a program with the arguments for them, and checks that the storage has every file. */
async function putWith(
  command: string,
  { company, paths }: PeerUpload,
  prepare: (links: readonly string[]) => Promise<readonly string[]>,
): Promise<number> {
  const args = await prepare(await linksFor(company, paths));
  const storedBefore = company.state.objects.size;
  const durationMs = await run(command, args);
  if (company.state.objects.size - storedBefore !== paths.length)
    throw new Error(`${command} did not send everything`);
  return durationMs;
}

/** Sends files with the plain client, which repeats what fails; returns milliseconds. */
export async function putWithPlainClient(
  { hosts: { auth, beneficiary }, credentials }: Simulator,
  paths: readonly string[],
  folder: string,
): Promise<number> {
  const job = join(folder, 'plain.json');
  await writeFile(job, JSON.stringify({ auth, beneficiary, credentials, paths }));
  const script = fileURLToPath(new URL('documents/plain-client.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script, job]);
  return Number(stdout);
}
