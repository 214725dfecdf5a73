/**
 * @file Opening a PDF that blocks pdf.js ends after two attempts, and other PDFs open. The blocked threads are
 * threads of Node.
 */
import { once } from 'node:events';
import { MessageChannel, Worker } from 'node:worker_threads';
import { PDFWorker } from 'pdfjs-dist';
// Makes pdf.js work in the thread of the test unless it gets another worker.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createPdfOpener } from '../../../../src/renderer/components/pdf/pdf-opener.ts';
import { createPdfThreads } from '../../../../src/renderer/components/pdf/pdf-threads.ts';
import { encryptedPdf } from '../../../fakes/files/encrypted-pdf.ts';
import { scannedPdf } from '../../../fakes/files/scanned-pdf.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Script of a thread that blocks for ever after its first message. */
const blockingScript = `
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
    this.thread = new Worker(blockingScript, { eval: true, workerData: port2, transferList: [port2] });
    this.isBusy = once(this.thread, 'message');
    this.hasEnded = once(this.thread, 'exit').then(() => port1.close());
  }

  override destroy(): void {
    super.destroy();
    void this.thread.terminate();
  }
}

/** Creates an opener whose first threads block for ever. */
function createTestOpener(busyThreads: number) {
  const startedThreads: PDFWorker[] = [];
  const threads = createPdfThreads(() => {
    const thread = startedThreads.length < busyThreads ? new BusyWorker() : new PDFWorker();
    startedThreads.push(thread);
    return thread;
  });
  onTestFinished(() => {
    for (const thread of startedThreads) thread.destroy();
  });
  let loadCount = 0;
  const open = (bytes: Uint8Array, password: string | null = null) =>
    createPdfOpener(threads, 'app://paydesk/pdf/')(async () => {
      loadCount += 1;
      return new Uint8Array(bytes);
    }, password);
  /** Waits until a thread is blocked, and advances the time to the end of its timeout. */
  async function passTimeout(index: number): Promise<void> {
    while (startedThreads.length <= index) await new Promise((resolve) => setImmediate(resolve));
    const thread = startedThreads[index];
    if (!(thread instanceof BusyWorker)) throw new Error('This thread does not block');
    await thread.isBusy;
    await vi.advanceTimersByTimeAsync(19_999);
    expect(thread.destroyed).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await thread.hasEnded;
  }
  return { open, passTimeout, startedThreads, countLoads: () => loadCount };
}

test('a PDF that blocks two threads for 20 seconds each is reported as slow, and both threads are ended', async () => {
  const { open, passTimeout, startedThreads, countLoads } = createTestOpener(2);
  const opened = open(scannedPdf());
  await passTimeout(0);
  await passTimeout(1);
  expect(await opened).toEqual({ result: 'slow' });
  expect(startedThreads).toHaveLength(2);
  expect(countLoads()).toBe(2);
});

test('a PDF whose thread was blocked opens on the next thread, and later PDFs open on that thread too', async () => {
  const { open, passTimeout, startedThreads } = createTestOpener(1);
  const opened = open(scannedPdf());
  await passTimeout(0);
  expect(await opened).toMatchObject({ result: 'open', document: { numPages: 1 } });
  expect(await open(scannedPdf())).toMatchObject({ result: 'open', document: { numPages: 1 } });
  expect(startedThreads).toHaveLength(2);
});

test('a file that is not a PDF is reported as broken after one attempt', async () => {
  const { open, startedThreads, countLoads } = createTestOpener(0);
  expect(await open(Buffer.from('no PDF at all'))).toEqual({ result: 'broken' });
  expect([startedThreads.length, countLoads()]).toEqual([1, 1]);
});

test('a PDF with a password asks for the password, reports a wrong password, and opens with the right password', async () => {
  const { open, startedThreads } = createTestOpener(0);
  const pdf = encryptedPdf('proof', 'open sesame');
  expect(await open(pdf)).toEqual({ result: 'password', isWrongPassword: false });
  expect(await open(pdf, 'open')).toEqual({ result: 'password', isWrongPassword: true });
  expect(await open(pdf, 'open sesame')).toMatchObject({ result: 'open', document: { numPages: 1 } });
  expect(startedThreads).toHaveLength(1);
});
