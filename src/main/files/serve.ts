/** @file A worker thread of a drive's process: dispatches each request to its server. */
import type { MessagePort } from 'node:worker_threads';
import { type FileReply, fileRequestSchema } from './messages.ts';

/** Callbacks and session of a request. */
interface RequestContext {
  /** Number of the session. */
  readonly session: number;
  /** Reports that the drive has responded, with a partial result, if any. */
  onProgress(body?: unknown): void;
  /** Called before computation that needs no drive. */
  onComputing(): void;
}

/** A reply, and its buffers that are transferred instead of copied. */
interface Reply {
  readonly reply: unknown;
  readonly buffers?: ArrayBuffer[];
}

/** Answers requests of its kind. */
export interface FileServer {
  /** Answers a request; returns `null` for a request of another kind. */
  answer(body: unknown, context: RequestContext): Promise<Reply> | null;
}

/** Answers requests until the port is closed. */
export function serveFiles(port: MessagePort, servers: readonly FileServer[]): void {
  port.on('message', (message: unknown) => {
    const { id, session, body } = fileRequestSchema.parse(message);
    const postMessage = (kind: FileReply['kind'], body: unknown, buffers: ArrayBuffer[] = []) => {
      const reply: FileReply = { kind, id, body: body };
      port.postMessage(reply, buffers);
    };
    const context: RequestContext = {
      session: session ?? id,
      onProgress: (body) => postMessage('progress', body),
      onComputing: () => postMessage('computing', undefined),
    };
    for (const server of servers) {
      const replyPromise = server.answer(body, context);
      if (replyPromise === null) continue;
      void replyPromise.then(({ reply, buffers }) => postMessage('reply', reply, buffers));
      return;
    }
    throw new Error('No server handles the request');
  });
}
