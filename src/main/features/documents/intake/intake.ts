/** @file The main thread's side of the intake: walking, checking and reading files in worker threads. */
import { Worker } from 'node:worker_threads';
import { PaydeskError } from '../../../../shared/errors.ts';
import type { Inspection } from './inspect.ts';
import { type IntakeReply, type IntakeRequest, intakeReplySchema } from './messages.ts';
import type { Checked, Reread } from './read.ts';
import type { FoundFile } from './walk.ts';

/** Files, as the documents feature sees them. */
export interface Intake {
  /** Everything under the paths, in parts; the next part is looked for when the one before has been taken. */
  walk(paths: readonly string[]): AsyncGenerator<FoundFile[]>;
  /** Checks files, one result per file in order. */
  inspect(files: readonly { path: string; name: string }[], largeBytes: number): Promise<Inspection[]>;
  /** Whether there is something at each path that can be opened. */
  look(paths: readonly string[]): Promise<boolean[]>;
  /** Reads a document again before it is sent. */
  reread(checked: Checked): Promise<Reread>;
  close(): Promise<void>;
}

type Ask = IntakeRequest extends infer Request
  ? Request extends { id: number }
    ? Omit<Request, 'id'>
    : never
  : never;

class IntakeWorker {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, { resolve(reply: IntakeReply): void; reject(error: Error): void }>();
  #lastId = 0;
  #ended = false;

  constructor(entry: URL) {
    this.#worker = new Worker(entry, { name: 'intake' });
    this.#worker.on('message', (message: unknown) => {
      const reply = intakeReplySchema.parse(message);
      this.#waiting.get(reply.id)?.resolve(reply);
      this.#waiting.delete(reply.id);
    });
    const gone = () => {
      this.#ended = true;
      for (const { reject } of this.#waiting.values()) reject(this.#goneError());
      this.#waiting.clear();
    };
    this.#worker.on('error', gone);
    this.#worker.on('exit', gone);
  }

  get load(): number {
    return this.#waiting.size;
  }

  ask(ask: Ask, id: number = this.newId()): Promise<IntakeReply> {
    return new Promise((resolve, reject) => {
      if (this.#ended) return reject(this.#goneError());
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ ...ask, id });
    });
  }

  newId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #goneError(): PaydeskError {
    return new PaydeskError('cancelled', 'The intake worker has ended', { retryable: true });
  }
}

function unexpectedReply(reply: IntakeReply): never {
  throw new PaydeskError('unexpected', `The intake answered ${reply.answer}`);
}

/** Starts `threads` workers at `entry`. */
export function createIntake(entry: URL, threads: number): Intake {
  const workers = Array.from({ length: threads }, () => new IntakeWorker(entry));

  function idlest(): IntakeWorker {
    const [first, ...others] = workers;
    if (first === undefined) throw new Error('An intake needs at least one thread');
    return others.reduce((best, worker) => (worker.load < best.load ? worker : best), first);
  }

  return {
    async *walk(paths) {
      const worker = idlest();
      const id = worker.newId();
      let reply = await worker.ask({ ask: 'walk', paths: [...paths] }, id);
      for (;;) {
        if (reply.answer !== 'found') return unexpectedReply(reply);
        if (reply.files.length > 0) yield reply.files;
        if (reply.last) return;
        reply = await worker.ask({ ask: 'more' }, id);
      }
    },
    async inspect(files, largeBytes) {
      const reply = await idlest().ask({ ask: 'inspect', files: [...files], largeBytes });
      return reply.answer === 'inspected' ? reply.inspections : unexpectedReply(reply);
    },
    async look(paths) {
      const reply = await idlest().ask({ ask: 'look', paths: [...paths] });
      return reply.answer === 'looked' ? reply.present : unexpectedReply(reply);
    },
    async reread(checked) {
      const { path, size, sha256 } = checked;
      const reply = await idlest().ask({ ask: 'reread', checked: { path, size, sha256 } });
      return reply.answer === 'reread' ? reply.reread : unexpectedReply(reply);
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.close()));
    },
  };
}
