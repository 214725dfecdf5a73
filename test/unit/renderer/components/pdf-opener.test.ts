/**
 * @file A PDF that blocks pdf.js is given up after two attempts, and other PDFs open. The blocked threads are real
 * ones.
 */
import { once } from 'node:events';
import { MessageChannel, Worker } from 'node:worker_threads';
import { PDFWorker } from 'pdfjs-dist';
// Makes pdf.js work in this thread unless it is given another one.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createPdfOpener } from '../../../../src/renderer/components/pdf/pdf-opener.ts';
import { createPdfThreads } from '../../../../src/renderer/components/pdf/pdf-threads.ts';
import { encryptedPdf } from '../../../fakes/encrypted-pdf.ts';
import { scannedPdf } from '../../../fakes/scanned-pdf.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const spinning = `
  const { parentPort, workerData } = require('node:worker_threads');
  workerData.once('message', () => {
    parentPort.postMessage('busy');
    for (;;);
  });
`;

/** A pdf.js thread that blocks for ever as soon as it receives a PDF. */
class BusyWorker extends PDFWorker {
  readonly thread: Worker;
  readonly isBusy: Promise<unknown>;
  readonly hasEnded: Promise<unknown>;

  constructor() {
    const { port1, port2 } = new MessageChannel();
    super({ port: port1 as never });
    this.thread = new Worker(spinning, { eval: true, workerData: port2, transferList: [port2] });
    this.isBusy = once(this.thread, 'message');
    this.hasEnded = once(this.thread, 'exit').then(() => port1.close());
  }

  override destroy(): void {
    super.destroy();
    void this.thread.terminate();
  }
}

/** Creates an opener whose first threads block for ever. */
function openerWith(busyThreads: number) {
  const started: PDFWorker[] = [];
  const threads = createPdfThreads(() => {
    const thread = started.length < busyThreads ? new BusyWorker() : new PDFWorker();
    started.push(thread);
    return thread;
  });
  onTestFinished(() => {
    for (const thread of started) thread.destroy();
  });
  let loads = 0;
  const open = (bytes: Uint8Array, password: string | null = null) =>
    createPdfOpener(threads, 'app://paydesk/pdf/')(async () => {
      loads += 1;
      return new Uint8Array(bytes);
    }, password);
  /** Waits until a thread is blocked, and lets its time pass. */
  async function wearOut(index: number): Promise<void> {
    while (started.length <= index) await new Promise((resolve) => setImmediate(resolve));
    const thread = started[index];
    if (!(thread instanceof BusyWorker)) throw new Error('This thread works');
    await thread.isBusy;
    await vi.advanceTimersByTimeAsync(19_999);
    expect(thread.destroyed).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await thread.hasEnded;
  }
  return { open, wearOut, started, loads: () => loads };
}

test('a PDF that blocks two threads for 20 seconds each is given up as slow, and both threads are ended', async () => {
  const { open, wearOut, started, loads } = openerWith(2);
  const opened = open(scannedPdf());
  await wearOut(0);
  await wearOut(1);
  expect(await opened).toEqual({ result: 'slow' });
  expect(started).toHaveLength(2);
  expect(loads()).toBe(2);
});

test('a PDF that waited behind it opens on the next thread, and so does the one after it', async () => {
  const { open, wearOut, started } = openerWith(1);
  const waiting = open(scannedPdf());
  await wearOut(0);
  expect(await waiting).toMatchObject({ result: 'open', document: { numPages: 1 } });
  expect(await open(scannedPdf())).toMatchObject({ result: 'open', document: { numPages: 1 } });
  expect(started).toHaveLength(2);
});

test('a file that is not a PDF is broken at once', async () => {
  const { open, started, loads } = openerWith(0);
  expect(await open(Buffer.from('no PDF at all'))).toEqual({ result: 'broken' });
  expect([started.length, loads()]).toEqual([1, 1]);
});

test('a PDF with a password asks for it, reports a wrong one, and opens with the right one', async () => {
  const { open, started } = openerWith(0);
  const pdf = encryptedPdf('proof', 'open sesame');
  expect(await open(pdf)).toEqual({ result: 'password', isWrongPassword: false });
  expect(await open(pdf, 'open')).toEqual({ result: 'password', isWrongPassword: true });
  expect(await open(pdf, 'open sesame')).toMatchObject({ result: 'open', document: { numPages: 1 } });
  expect(started).toHaveLength(1);
});
