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

/** Answers requests until the port is closed. */
export function serveFiles(parent: ParentPort, servers: readonly FileServer[]): void {
  serveCalls(parent, async (raw, { reportProgress, transfer }) => {
    const { session, body } = fileRequestSchema.parse(raw);
    const report = (progress: FileProgress) => reportProgress(progress);
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
