/** @file CPU time of a process and of the processes that it started, as Linux counts it. */
import { readdir, readFile } from 'node:fs/promises';

/** Ticks of the kernel in a second, which are the same on all common systems. */
const ticksPerSecond = 100;

interface ProcessTimes {
  readonly parentId: number;
  /** Milliseconds, including processes that have ended. */
  readonly cpuMs: number;
}

/** Returns milliseconds of CPU time of a process and its descendants so far. */
export async function cpuTimeOf(processId: number): Promise<number> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const times = new Map<number, ProcessTimes>();
  for (const id of ids) {
    const entry = await timesOf(id);
    if (entry !== null) times.set(id, entry);
  }
  const isDescendant = (id: number): boolean => {
    if (id === processId) return true;
    const parentId = times.get(id)?.parentId ?? 0;
    return parentId !== 0 && isDescendant(parentId);
  };
  return [...times].reduce((sum, [id, { cpuMs }]) => sum + (isDescendant(id) ? cpuMs : 0), 0);
}

/** Returns the times of a process; `null` when it has ended. */
async function timesOf(id: number): Promise<ProcessTimes | null> {
  const text = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => null);
  if (text === null) return null;
  // The name of the program, which may contain spaces, is in brackets.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return { parentId: Number(fields[1]), cpuMs: (ticks / ticksPerSecond) * 1000 };
}
