/** @file A real statement engine that is killed when it reads certain files, as if it ran out of memory. */
import { z } from 'zod';
import type { Processes } from '../../../src/main/platform/platform.ts';
import { requestSchema } from '../../../src/main/statement-engine/process/envelope.ts';
import { grantSchema } from '../../../src/main/storage/library/sealed-reader.ts';
import { callSchema, type WorkerMessage } from '../../../src/main/workers/protocol.ts';

/** Control of the harmful files. */
interface HarmfulEngine {
  /** Names of the requests that would have read a harmful file, in order. */
  readonly readGuard: readonly string[];
  /** Makes every later request that reads the file with this SHA-256 kill the process. */
  harm(sha256: string | null): void;
  /** Makes the file readable again. */
  heal(sha256: string | null): void;
}

const recordSchema = z.record(z.string(), z.unknown());

/** Returns the SHA-256 digests of the sealed files that a request reads. */
function findFiles(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(findFiles);
  const grant = grantSchema.safeParse(value);
  if (grant.success) return [grant.data.sha256];
  const record = recordSchema.safeParse(value);
  return record.success ? Object.values(record.data).flatMap(findFiles) : [];
}

/** Watches the statement engine, which must not have been started yet. */
export function harmEngine(processes: { start: Processes['start'] }): HarmfulEngine {
  const { start } = processes;
  const harmful = new Set<string>();
  const readGuard: string[] = [];
  processes.start = (entry, name) => {
    const child = start(entry, name);
    if (name !== 'Paydesk statement engine') return child;
    const listeners: ((message: unknown) => void)[] = [];
    return {
      ...child,
      onMessage(listener) {
        listeners.push(listener);
        child.onMessage(listener);
      },
      send(message) {
        const { id, body: request } = callSchema.extend({ body: requestSchema }).parse(message);
        if (!findFiles(request.args).some((sha256) => harmful.has(sha256))) return child.send(message);
        readGuard.push(request.name);
        // The real process reports progress when one of its threads begins a request.
        const begun: WorkerMessage = { kind: 'progress', id, body: 'begun' };
        for (const listener of listeners) listener([begun]);
        child.kill();
      },
    };
  };
  return {
    readGuard,
    harm: (sha256) => void harmful.add(sha256 ?? ''),
    heal: (sha256) => void harmful.delete(sha256 ?? ''),
  };
}
