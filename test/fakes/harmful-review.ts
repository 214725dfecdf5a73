/** @file A review process that certain files end, as one that has no more memory; everything else of it is real. */
import { z } from 'zod';
import type { Processes } from '../../src/main/platform.ts';
import { requestSchema } from '../../src/main/review/envelope.ts';
import { grantSchema } from '../../src/main/review/grant.ts';

/** What a test decides and sees. */
export interface HarmfulReview {
  /** Names of the asks that were to read a harmful file, in order. */
  readonly readings: readonly string[];
  /** From now on, reading the file of this SHA-256 ends the process. */
  harm(sha256: string | null): void;
  /** From now on, it does not. */
  heal(sha256: string | null): void;
}

const recordSchema = z.record(z.string(), z.unknown());

/** Digests of the sealed files that an ask reads. */
function filesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(filesIn);
  const grant = grantSchema.safeParse(value);
  if (grant.success) return [grant.data.sha256];
  const record = recordSchema.safeParse(value);
  return record.success ? Object.values(record.data).flatMap(filesIn) : [];
}

/** Watches the review process, which must not have been started yet. */
export function harmReview(processes: { start: Processes['start'] }): HarmfulReview {
  const { start } = processes;
  const harmful = new Set<string>();
  const readings: string[] = [];
  processes.start = (entry, name, limits) => {
    const child = start(entry, name, limits);
    if (name !== 'Paydesk review') return child;
    const listeners: ((message: unknown) => void)[] = [];
    return {
      ...child,
      onMessage(listener) {
        listeners.push(listener);
        child.onMessage(listener);
      },
      send(message) {
        const request = requestSchema.parse(message);
        if (!filesIn(request.args).some((sha256) => harmful.has(sha256))) return child.send(message);
        readings.push(request.name);
        // As the process says when one of its threads begins.
        for (const listener of listeners) listener({ kind: 'begun', id: request.id });
        child.kill();
      },
    };
  };
  return {
    readings,
    harm: (sha256) => void harmful.add(sha256 ?? ''),
    heal: (sha256) => void harmful.delete(sha256 ?? ''),
  };
}
