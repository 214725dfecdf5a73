/** @file A thread of the process for a drive: hands each request to whoever knows it. */
import type { MessagePort } from 'node:worker_threads';
import { type FileReply, fileRequestSchema } from './messages.ts';

/** What goes on while a request is answered. */
export interface RequestContext {
  /** Number that the requests of one session have in common. */
  readonly session: number;
  /** The drive gave something, and perhaps it is known already what. */
  onProgress(body?: unknown): void;
  /** What comes next is the processor's work. */
  onComputing(): void;
}

/** A reply, and the memory in it that moves along instead of being copied. */
export interface Reply {
  readonly reply: unknown;
  readonly buffers?: ArrayBuffer[];
}

/** Answers requests of its kind. */
export interface FileServer {
  /** `null` for a request of another kind. */
  answer(body: unknown, context: RequestContext): Promise<Reply> | null;
}

/** Answers requests until the port is closed. */
export function serveFiles(port: MessagePort, servers: readonly FileServer[]): void {
  port.on('message', (message: unknown) => {
    const { id, session, body } = fileRequestSchema.parse(message);
    const post = (kind: FileReply['kind'], body: unknown, buffers: ArrayBuffer[] = []) => {
      const reply: FileReply = { kind, id, body: body };
      port.postMessage(reply, buffers);
    };
    const context: RequestContext = {
      session: session ?? id,
      onProgress: (body) => post('progress', body),
      onComputing: () => post('computing', undefined),
    };
    for (const server of servers) {
      const answering = server.answer(body, context);
      if (answering === null) continue;
      void answering.then(({ reply, buffers }) => post('reply', reply, buffers));
      return;
    }
    throw new Error('Nobody knows the request');
  });
}
