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
interface Line {
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

/** A chunk that arrives within this time is delivered at once, because timers are not more precise. */
const timerPrecisionMs = 0.5;
/** Maximum bytes in flight of a connection. Above this number, the sender is paused. */
const maxInFlight = 4 * 1024 * 1024;
/** Bytes per chunk of a network with limited bandwidth. */
const pieceLength = 16 * 1024;

function serveLine({ roundTrip, bytesPerSecond }: LineOptions): void {
  /** Time in milliseconds at which the network is free again. */
  let freeAt = 0;

  /** Returns the time in milliseconds at which a chunk arrives at the other end. */
  function calculateArrival(length: number, isLimited: boolean): number {
    const now = performance.now();
    if (!isLimited || bytesPerSecond === null) return now + roundTrip / 2;
    freeAt = Math.max(freeAt, now) + (length / bytesPerSecond) * 1000;
    return freeAt + roundTrip / 2;
  }

  function forward(source: Socket, target: Socket, isLimited: boolean): void {
    const chunksInFlight: { arrivesAt: number; length: number; arrive(): void }[] = [];
    let bytes = 0;
    let isTimerSet = false;

    /** Delivers chunks in order, regardless of the order of timers. */
    function deliver(): void {
      isTimerSet = false;
      for (let next = chunksInFlight[0]; next !== undefined; next = chunksInFlight[0]) {
        const remainingMs = next.arrivesAt - performance.now();
        if (remainingMs > timerPrecisionMs) {
          isTimerSet = true;
          setTimeout(deliver, remainingMs);
          break;
        }
        chunksInFlight.shift();
        bytes -= next.length;
        next.arrive();
      }
      if (bytes < maxInFlight && source.isPaused()) source.resume();
    }

    function send(length: number, arrive: () => void): void {
      chunksInFlight.push({ arrivesAt: calculateArrival(length, isLimited), length, arrive });
      bytes += length;
      if (isTimerSet) return;
      isTimerSet = true;
      setTimeout(deliver, roundTrip / 2);
    }

    source.on('data', (chunk: Buffer) => {
      const length = isLimited && bytesPerSecond !== null ? pieceLength : chunk.length;
      for (let offset = 0; offset < chunk.length; offset += length) {
        const piece = chunk.subarray(offset, offset + length);
        send(piece.length, () => {
          if (!target.destroyed) target.write(piece);
        });
      }
      if (bytes >= maxInFlight) source.pause();
    });
    source.on('end', () => send(0, () => target.end()));
    source.on('error', () => target.destroy());
    source.on('close', () => send(0, () => target.destroy()));
  }

  function listen(target: number): Promise<number> {
    const server: Server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
      const far = createConnection({ host: '127.0.0.1', port: target, allowHalfOpen: true, noDelay: true });
      forward(near, far, true);
      forward(far, near, false);
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
    void listen(port).then((linePort) => parentPort?.postMessage({ id, port: linePort }));
  });
}

if (!isMainThread && parentPort !== null) serveLine(optionsSchema.parse(workerData));
