/**
 * @file Simulates a network in front of a host: every byte has latency. There is no slow start, so a request costs one round
 * trip regardless of its size.
 *
 * A lost segment stops its direction of its connection until it arrives again, as TCP delivers bytes in order: after one
 * more round trip when at least three segments follow it (fast retransmit, RFC 5681), otherwise after one more round trip
 * and the smallest retransmission timeout of Linux. Each segment is lost at most once, and a loss does not make a
 * connection slower afterwards, because there is no congestion window.
 */
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { createRandom } from '../../src/main/practice/data/random.ts';

/** Properties of the network. */
export interface LineOptions {
  /** Round-trip time in milliseconds. */
  readonly roundTrip: number;
  /** Share of lost segments in both directions, such as 0.001; none by default. */
  readonly lossRate?: number;
}

/** A simulated network in its own thread. */
interface Line {
  /** Returns the address that forwards to a base URL; each has a new port. */
  to(baseUrl: string): Promise<string>;
  close(): Promise<void>;
}

const optionsSchema = z.object({
  roundTrip: z.number(),
  lossRate: z.number().default(0),
});
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
/** Bytes of a full segment: an Ethernet packet without the headers of IP and TCP. */
const segmentLength = 1_448;
/** Number of segments behind a lost one after which the sender repeats the lost one without a timeout. */
const segmentsBeforeFastRetransmit = 3;
const minRetransmissionTimeoutMs = 200;

/** Bytes that were sent together and arrive together. */
interface Chunk {
  arrivesAt: number;
  readonly length: number;
  arrive(): void;
}

/** A chunk with a lost segment that is repeated after a timeout, unless enough segments follow before. */
interface PendingLoss {
  readonly chunk: Chunk;
  followingSegments: number;
}

function serveLine({ roundTrip, lossRate = 0 }: LineOptions): void {
  const random = createRandom(1);

  function forward(source: Socket, target: Socket): void {
    const chunksInFlight: Chunk[] = [];
    let bytes = 0;
    let timer: NodeJS.Timeout | null = null;
    let pendingLoss: PendingLoss | null = null;

    function setTimer(delayMs: number): void {
      if (timer !== null) clearTimeout(timer);
      timer = setTimeout(deliver, delayMs);
    }

    /** Delivers chunks in order, regardless of the order of timers. */
    function deliver(): void {
      timer = null;
      for (let next = chunksInFlight[0]; next !== undefined; next = chunksInFlight[0]) {
        const remainingMs = next.arrivesAt - performance.now();
        if (remainingMs > timerPrecisionMs) {
          setTimer(remainingMs);
          break;
        }
        chunksInFlight.shift();
        bytes -= next.length;
        next.arrive();
      }
      if (bytes < maxInFlight && source.isPaused()) source.resume();
    }

    /** Repeats a lost segment early when enough segments have followed it. */
    function retransmitFast(segments: number): void {
      if (pendingLoss === null) return;
      pendingLoss.followingSegments += segments;
      if (pendingLoss.followingSegments < segmentsBeforeFastRetransmit) return;
      const arrivesAt = performance.now() + 1.5 * roundTrip;
      if (pendingLoss.chunk.arrivesAt > arrivesAt) pendingLoss.chunk.arrivesAt = arrivesAt;
      pendingLoss = null;
      deliver();
    }

    /** Delays a chunk if one of its segments is lost. The last lost segment counts, because it arrives last. */
    function lose(chunk: Chunk, segments: number): void {
      const followingSegments = Math.floor(Math.log(1 - random()) / Math.log(1 - lossRate));
      if (followingSegments >= segments) return;
      chunk.arrivesAt += roundTrip;
      if (followingSegments >= segmentsBeforeFastRetransmit) return;
      chunk.arrivesAt += minRetransmissionTimeoutMs;
      pendingLoss = { chunk, followingSegments };
    }

    function send(length: number, arrive: () => void): void {
      const chunk = { arrivesAt: performance.now() + roundTrip / 2, length, arrive };
      if (lossRate > 0) {
        const segments = Math.ceil(length / segmentLength);
        retransmitFast(segments);
        lose(chunk, segments);
      }
      chunksInFlight.push(chunk);
      bytes += length;
      if (timer === null) setTimer(chunk.arrivesAt - performance.now());
    }

    source.on('data', (chunk: Buffer) => {
      send(chunk.length, () => {
        if (!target.destroyed) target.write(chunk);
      });
      if (bytes >= maxInFlight) source.pause();
    });
    source.on('end', () => send(0, () => target.end()));
    source.on('error', () => target.destroy());
    source.on('close', () => send(0, () => target.destroy()));
  }

  function listen(target: number): Promise<number> {
    const server: Server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
      const far = createConnection({ host: '127.0.0.1', port: target, allowHalfOpen: true, noDelay: true });
      forward(near, far);
      forward(far, near);
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
