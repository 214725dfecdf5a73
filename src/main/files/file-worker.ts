/** @file A worker thread of a drive's process: dispatches each request to its server. */
import type { ParentPort } from '../workers/parent.ts';
import { type Call, serveCalls } from '../workers/serve.ts';
import { type FileProgress, fileRequestSchema } from './messages.ts';

/** Callbacks and session of a request. */
interface RequestContext {
  /** Number of the session; 0 without a session. */
  readonly session: number;
  /** Reports that the drive has responded, with a partial result, if any. */
  onProgress(result?: unknown): void;
  /** Called before computation that needs no drive. */
  onComputing(): void;
  readonly transfer: Call['transfer'];
}

/** Answers requests of its kind. */
export interface FileServer {
  /** Answers a request; returns `null` for a request of another kind. */
  answer(body: unknown, context: RequestContext): Promise<unknown> | null;
}

/** Milliseconds between two progress messages without a result. */
const progressMs = 1_000;

/** Drops progress without a result that follows equal progress too soon. */
function throttleProgress(report: (progress: FileProgress) => void): (progress: FileProgress) => void {
  let last = { isComputing: false, at: 0 };
  return (progress) => {
    const { isComputing, result } = progress;
    const now = performance.now();
    if (isComputing === last.isComputing && result === undefined && now - last.at < progressMs) return;
    last = { isComputing, at: now };
    report(progress);
  };
}

/** Answers requests until the port is closed. */
export function serveFiles(parent: ParentPort, servers: readonly FileServer[]): void {
  serveCalls(parent, async (raw, { reportProgress, transfer }) => {
    const { session, body } = fileRequestSchema.parse(raw);
    const report = throttleProgress(reportProgress);
    const context: RequestContext = {
      session: session ?? 0,
      onProgress: (result) => report({ isComputing: false, result }),
      onComputing: () => report({ isComputing: true, result: undefined }),
      transfer,
    };
    for (const server of servers) {
      const result = server.answer(body, context);
      if (result !== null) return result;
    }
    throw new Error('No server handles the request');
  });
}
