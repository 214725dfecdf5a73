/**
 * @file The program's side of the control channel to a test, over the messages of the child process. A test can use it
 * like Playwright's API for Electron, and call the bridge without a page.
 */
import { flushCompileCache } from 'node:module';
import { runInThisContext } from 'node:vm';
import { z } from 'zod';
import { callChannel, changesChannel, subscribeChannel } from '../../src/shared/contract/names.ts';
import * as electron from './electron/index.ts';
import { endWindowsSession } from './electron/window.ts';
import { type Problem, problems, records } from './records.ts';

const requestSchema = z.intersection(
  z.object({ id: z.number().int() }),
  z.discriminatedUnion('kind', [
    /** Runs a function, given as source text, with the module `electron` and one argument. */
    z.object({ kind: z.literal('evaluate'), source: z.string(), argument: z.unknown() }),
    z.object({ kind: z.literal('call'), command: z.string(), args: z.unknown() }),
    /** For the windowless mode only: a page manages its own subscriptions. */
    z.object({ kind: z.literal('subscribe'), topic: z.string() }),
    z.object({ kind: z.literal('records') }),
    z.object({ kind: z.literal('screenshot'), file: z.string() }),
    z.object({ kind: z.literal('scale'), scale: z.number() }),
    /** Answered when all earlier reports of the page were passed on. */
    z.object({ kind: z.literal('settle') }),
    z.object({ kind: z.literal('endWindowsSession') }),
  ]),
);

type ControlRequest = z.infer<typeof requestSchema>;

/** A message from the host to a test. */
type ControlMessage =
  /** The program's window has loaded, or would have in the windowless mode. */
  | { readonly kind: 'ready'; readonly pid: number }
  | { readonly kind: 'reply'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly message: string }
  | { readonly kind: 'changes'; readonly changes: unknown }
  | { readonly kind: 'problem'; readonly problem: Problem };

/** Answers the requests of the test that started this process, if there is one. */
export function openControl(): void {
  if (process.send === undefined) return;
  process.on('message', (message: unknown) => void answer(requestSchema.parse(message)));
  electron.app.once('window-loaded', () => {
    getContents().onMessage = (channel, [changes]) => {
      if (channel === changesChannel) send({ kind: 'changes', changes });
    };
    send({ kind: 'ready', pid: process.pid });
    // A killed program could not store its compiled code.
    flushCompileCache();
  });
  problems.on('problem', (problem) => send({ kind: 'problem', problem }));
  // The channel closes when the test's process ends.
  process.on('disconnect', () => electron.app.exit(1));
}

function send(message: ControlMessage): void {
  if (process.connected) process.send?.(message);
}

async function answer(request: ControlRequest): Promise<void> {
  try {
    send({ kind: 'reply', id: request.id, value: await execute(request) });
  } catch (error) {
    send({
      kind: 'failure',
      id: request.id,
      message: error instanceof Error ? error.message : String(error),
    });
  }
}

async function execute(request: ControlRequest): Promise<unknown> {
  switch (request.kind) {
    case 'evaluate': {
      // The function is recreated from its source, so that a use of outer variables fails as it does in Electron.
      const run: unknown = runInThisContext(`(${request.source})`);
      if (typeof run !== 'function') throw new TypeError('Not a function');
      return Reflect.apply(run, undefined, [electron, request.argument]);
    }
    case 'call':
      return callBridge(callChannel, { command: request.command, args: request.args });
    case 'subscribe':
      return callBridge(subscribeChannel, request.topic);
    case 'screenshot':
      return getContents().screenshot(request.file);
    case 'scale':
      return getContents().scaleTo(request.scale);
    case 'settle':
      return getContents().settle();
    case 'records':
      return records;
    case 'endWindowsSession':
      return endWindowsSession();
  }
}

/** Calls the handlers of the page's requests, as the page's main frame. */
function callBridge(channel: string, argument: unknown): Promise<unknown> {
  const sender = getContents();
  return sender.receive(sender.mainFrame, channel, [argument]);
}

function getContents() {
  const [window] = electron.BrowserWindow.getAllWindows();
  if (window === undefined) throw new Error('There is no window');
  return window.webContents;
}
