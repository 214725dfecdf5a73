import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { copyMessage } from '../../host/electron/copy-message.ts';
import { utilityProcess } from '../../host/electron/utility-process.ts';

const echoEntry = fileURLToPath(new URL('../electron/echo-child.ts', import.meta.url));
const exhaustedEntry = fileURLToPath(new URL('../electron/exhausted-child.ts', import.meta.url));

function startEcho() {
  const child = utilityProcess.fork(echoEntry);
  onTestFinished(() => void child.kill());
  return child;
}

describe('a utility process of the host', () => {
  test('has no process ID and cannot be killed before it has spawned', async () => {
    const child = startEcho();
    expect(child.pid).toBeUndefined();
    expect(child.kill()).toBe(false);
    await once(child, 'spawn');
    expect(child.pid).toBeTypeOf('number');
    child.postMessage('still running');
    expect(await once(child, 'message')).toEqual([{ received: 'still running' }]);
  });

  test('exits with code 0 when it is killed, and has no process ID afterwards', async () => {
    const child = startEcho();
    await once(child, 'spawn');
    expect(child.kill()).toBe(true);
    expect(await once(child, 'exit')).toEqual([0]);
    expect(child.pid).toBeUndefined();
    expect(child.kill()).toBe(false);
  });

  test('emits a fatal error before its exit when V8 aborts it', async () => {
    const child = utilityProcess.fork(exhaustedEntry, [], { execArgv: ['--max-old-space-size=16'] });
    const received: unknown[] = [];
    child.on('error', (type) => received.push(type));
    const code = await new Promise((resolve) => child.once('exit', resolve));
    expect(received).toEqual(['FatalError']);
    expect(code).not.toBe(0);
  });

  test('is killed when it ignores SIGTERM', async () => {
    const child = startEcho();
    await once(child, 'spawn');
    child.postMessage('ignore SIGTERM');
    await once(child, 'message');
    child.kill();
    expect(await once(child, 'exit')).toEqual([0]);
  });
});

test('a message between processes of the host is a copy in which a Buffer has become a Uint8Array', () => {
  const copy = copyMessage({ bytes: Buffer.alloc(3, 1) });
  expect(copy).toEqual({ bytes: new Uint8Array([1, 1, 1]) });
  expect(Buffer.isBuffer(copy.bytes)).toBe(false);
});

test.each([
  [
    'a view of shared memory',
    { rows: new Uint8Array(new SharedArrayBuffer(8)) },
    /SharedArrayBuffer> could not/,
  ],
  ['shared memory itself', [new SharedArrayBuffer(8)], /SharedArrayBuffer> could not/],
  ['a view of a part of a buffer', new Map([['part', new Uint8Array(8).subarray(0, 4)]]), /4 bytes.*all 8/],
  ['a small Buffer, which lies in a pool', { key: Buffer.from('secret') }, /6 bytes would carry/],
  ['a function', { call: () => undefined }, /could not be cloned/],
])('a message between processes of the host cannot contain %s', (_case, message, error) => {
  expect(() => copyMessage(message)).toThrow(error);
});
