/**
 * @file Simulates a network in front of a host: every byte has latency, and all connections share the bandwidth. There
 * is no slow start and no packet loss, so a request costs one round trip regardless of its size.
 */
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { z } from 'zod';

/** Properties of the network. */
export interface LineOptions {
  /** Round-trip time in milliseconds. */
  readonly roundTrip: number;
  /** Bytes per second towards the host, for all connections together; `null` for no limit. */
  readonly bytesPerSecond: number | null;
}

/** A simulated network in its own thread. */
export interface Line {
  /** Returns the address that forwards to a base URL; each has a new port. */
  to(baseUrl: string): Promise<string>;
  close(): Promise<void>;
}

const optionsSchema = z.object({ roundTrip: z.number(), bytesPerSecond: z.number().nullable() });
const requestSchema = z.object({ id: z.number(), port: z.number() });
const replySchema = z.object({ id: z.number(), port: z.number() });

/** Starts a simulated network. */
export function startLine(options: LineOptions): Line {
  const worker = new Worker(fileURLToPath(import.meta.url), { workerData: options, name: 'line' });
  const waiting = new Map<number, (port: number) => void>();
  worker.on('message', (message) => {
    const { id, port } = replySchema.parse(message);
    waiting.get(id)?.(port);
  });
  let lastId = 0;
  return {
    async to(baseUrl) {
      const url = new URL(baseUrl);
      lastId += 1;
      const id = lastId;
      const port = await new Promise<number>((resolve) => {
        waiting.set(id, resolve);
        worker.postMessage({ id, port: Number(url.port) });
      });
      return `${url.protocol}//${url.hostname}:${port}`;
    },
    async close() {
      await worker.terminate();
    },
  };
}

/** Maximum bytes in flight of a connection; above it, its sender is paused. */
const maxInFlight = 4 * 1024 * 1024;
/** Bytes per chunk of a network with limited bandwidth. */
const pieceLength = 16 * 1024;

function serveLine({ roundTrip, bytesPerSecond }: LineOptions): void {
  /** Time in milliseconds at which the network is free again. */
  let freeAt = 0;

  /** Returns the time in milliseconds at which a chunk arrives at the other end. */
  function arrival(length: number, bounded: boolean): number {
    const now = performance.now();
    if (!bounded || bytesPerSecond === null) return now + roundTrip / 2;
    freeAt = Math.max(freeAt, now) + (length / bytesPerSecond) * 1000;
    return freeAt + roundTrip / 2;
  }

  function join(from: Socket, to: Socket, bounded: boolean): void {
    const underWay: { at: number; length: number; arrive(): void }[] = [];
    let bytes = 0;
    let waiting = false;

    /** Delivers chunks in order, regardless of the order of timers. */
    function deliver(): void {
      waiting = false;
      for (let first = underWay[0]; first !== undefined; first = underWay[0]) {
        const wait = first.at - performance.now();
        if (wait > 0.5) {
          waiting = true;
          setTimeout(deliver, wait);
          break;
        }
        underWay.shift();
        bytes -= first.length;
        first.arrive();
      }
      if (bytes < maxInFlight && from.isPaused()) from.resume();
    }

    function send(length: number, arrive: () => void): void {
      underWay.push({ at: arrival(length, bounded), length, arrive });
      bytes += length;
      if (waiting) return;
      waiting = true;
      setTimeout(deliver, roundTrip / 2);
    }

    from.on('data', (chunk: Buffer) => {
      const length = bounded && bytesPerSecond !== null ? pieceLength : chunk.length;
      for (let offset = 0; offset < chunk.length; offset += length) {
        const piece = chunk.subarray(offset, offset + length);
        send(piece.length, () => {
          if (!to.destroyed) to.write(piece);
        });
      }
      if (bytes >= maxInFlight) from.pause();
    });
    from.on('end', () => send(0, () => to.end()));
    from.on('error', () => to.destroy());
    from.on('close', () => send(0, () => to.destroy()));
  }

  function listen(target: number): Promise<number> {
    const server: Server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
      const far = createConnection({ host: '127.0.0.1', port: target, allowHalfOpen: true, noDelay: true });
      join(near, far, true);
      join(far, near, false);
    });
    return new Promise((resolve) => {
      server.listen({ host: '127.0.0.1', port: 0, backlog: 1024 }, () => {
        const address = server.address();
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
  }

  parentPort?.on('message', (message) => {
    const { id, port } = requestSchema.parse(message);
    void listen(port).then((own) => parentPort?.postMessage({ id, port: own }));
  });
}

if (!isMainThread && parentPort !== null) serveLine(optionsSchema.parse(workerData));
