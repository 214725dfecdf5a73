/** @file Processes of the program on Linux, from `/proc`. */
import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';

/** A running process. */
interface RunningProcess {
  readonly pid: number;
  /** Name of its script, such as `store.js`, or of its program. */
  readonly name: string;
  /** Resident memory in bytes. */
  readonly memory: number;
}

async function readText(path: string): Promise<string> {
  // A process may end while it is read.
  return readFile(path, 'utf8').catch(() => '');
}

/** Resident memory of a process in bytes, now and at its peak; 0 when it has ended. */
export async function memoryOf(pid: number): Promise<{ now: number; peak: number }> {
  const status = await readText(`/proc/${pid}/status`);
  const bytesOf = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * 1024;
  return { now: bytesOf('VmRSS'), peak: bytesOf('VmHWM') };
}

/** Resident memory of a process in bytes; 0 when it has ended. */
export const residentBytes = async (pid: number): Promise<number> => (await memoryOf(pid)).now;

/** Returns the child processes that a process has started, without those of the browser. */
export async function childProcessesOf(pid: number): Promise<RunningProcess[]> {
  const children: RunningProcess[] = [];
  for (const entry of await readdir('/proc')) {
    const childPid = Number(entry);
    if (!Number.isInteger(childPid)) continue;
    const status = await readText(`/proc/${childPid}/status`);
    if (Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]) !== pid) continue;
    const words = (await readText(`/proc/${childPid}/cmdline`)).split('\0');
    const script = words.slice(1).findLast((word) => /\.[jt]s$/.test(word)) ?? words[0] ?? '';
    const name = basename(script);
    if (!/chrom/i.test(name)) children.push({ pid: childPid, name, memory: await residentBytes(childPid) });
  }
  return children;
}

const sampleMs = 250;

/** Process IDs of all descendants of a process, those of the browser too. */
async function descendantsOf(pid: number): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const entry of await readdir('/proc')) {
    const status = /^\d+$/.test(entry) ? await readText(`/proc/${entry}/stat`) : '';
    // The name of a program in parentheses may have spaces; the state and the parent follow it.
    const parent = /\) \S (\d+) /.exec(status)?.[1];
    if (parent !== undefined) parents.set(Number(entry), Number(parent));
  }
  const found = [pid];
  for (const known of found) for (const [child, parent] of parents) if (parent === known) found.push(child);
  return found.slice(1);
}

/** Does some work; returns the largest resident memory in bytes of a process and of one of its descendants meanwhile. */
export async function memoryDuring(
  pid: number,
  work: () => Promise<unknown>,
): Promise<{ main: number; other: number }> {
  let [main, other] = [0, 0];
  let isRunning = true;
  const sampling = (async () => {
    while (isRunning) {
      main = Math.max(main, await residentBytes(pid));
      for (const descendant of await descendantsOf(pid))
        other = Math.max(other, await residentBytes(descendant));
      await new Promise((resolve) => setTimeout(resolve, sampleMs));
    }
  })();
  await work();
  isRunning = false;
  await sampling;
  return { main, other };
}
