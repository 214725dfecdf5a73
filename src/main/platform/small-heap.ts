/** @file Limits how much garbage V8 keeps in memory. */
import { setFlagsFromString } from 'node:v8';

/**
 * Keeps the heaps of this process's threads close to their live size. By default V8 grows the young generation of every
 * thread to more than 100 MB on large machines, and collects the old generation only when it has about doubled. Most
 * objects belong to one document and die young, so a small young generation costs little time. Must be called before
 * any other code, because the flags do not shrink a heap that has grown.
 */
export function limitHeaps(): void {
  // V8 reads these two flags continuously; it reads its heap limits only once, at the start.
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=30');
}
