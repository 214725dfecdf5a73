/** @file How much memory V8 may take for what is only garbage. */
import { setFlagsFromString } from 'node:v8';

/**
 * Keeps the heaps of this process's threads near what they hold. By itself V8 lets the young space of every thread grow
 * to more than 100 MB on a large machine, and collects the old one only when it has about doubled: good for a server
 * that is alone, bad for a clerk's machine. What is made for one document is dead moments later, so a small young space
 * costs hardly any time. To be called before anything else is done, because a heap does not shrink by it.
 */
export function limitHeaps(): void {
  // V8 reads both again and again, unlike its limits, which it reads once.
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=30');
}
