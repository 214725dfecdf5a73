/** @file Transfer of file bytes from the reading thread to main. */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ByteReceiver, ConnectionEnded } from '../../../src/main/files/byte-receiver.ts';
import { type ByteAddress, ByteSender } from '../../../src/main/files/byte-sender.ts';
import { eventually } from '../../fakes/eventually.ts';
import { temporaryFolder } from '../../fakes/test-app.ts';

const blockLength = 300_000;

async function listen(length = blockLength): Promise<{ sender: ByteSender; address: ByteAddress }> {
  const pair = await ByteSender.listen(length);
  if (pair === null) throw new Error('The sender could not listen');
  onTestFinished(() => pair.sender.close());
  return pair;
}

async function connectPair(length?: number) {
  const { sender, address } = await listen(length);
  const receiver = await ByteReceiver.connect(address);
  if (receiver === null) throw new Error('The receiver could not connect');
  onTestFinished(() => receiver.close());
  return { sender, receiver, address };
}

/** Sends one block in which every byte is `fill`, and returns its memory. */
async function sendBlock(sender: ByteSender, fill: number, length = blockLength): Promise<ArrayBufferLike> {
  const memory = await sender.nextBlock();
  const { buffer } = memory;
  sender.send(memory.fill(fill).subarray(0, length));
  return buffer;
}

/** Expects the next bytes to be `fill`. */
async function expectBytes(receiver: ByteReceiver, length: number, fill: number): Promise<void> {
  expect(await readBytes(receiver, length)).toEqual(Buffer.alloc(length, fill));
}

async function readBytes(receiver: ByteReceiver, length: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of receiver.read(length)) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

test('the bytes of a file arrive complete and in order, through at most two reused blocks', async () => {
  const { sender, receiver } = await connectPair();
  const memories = new Set<ArrayBufferLike>();
  for (const fill of [1, 2, 3, 4, 5]) {
    memories.add(await sendBlock(sender, fill, blockLength - fill));
    await expectBytes(receiver, blockLength - fill, fill);
  }
  expect(memories.size).toBeLessThanOrEqual(2);
});

test('the bytes of two blocks that arrive together are read separately', async () => {
  const { sender, receiver } = await connectPair();
  await sendBlock(sender, 1, 1_000);
  await sendBlock(sender, 2, 2_000);
  await expectBytes(receiver, 1_000, 1);
  await expectBytes(receiver, 2_000, 2);
});

test('reading stops after two blocks until the receiver has read their bytes', async () => {
  // More bytes than any system buffers for a connection whose receiver has not read yet.
  const largeBlockLength = 16 * 1024 * 1024;
  const { sender, receiver } = await connectPair(largeBlockLength);
  for (const fill of [1, 2]) await sendBlock(sender, fill, largeBlockLength);
  let isBlockFree = false;
  const nextBlock = sender.nextBlock().then(() => {
    isBlockFree = true;
  });
  await readBytes(receiver, 1_000);
  expect(isBlockFree).toBe(false);
  await readBytes(receiver, largeBlockLength);
  await nextBlock;
});

test.each([32, 33])('a connection with %i other bytes gets no bytes, and main gets them', async (length) => {
  const { sender, address } = await listen();
  const intruder = connect({ path: address.path });
  const receivedBytes: Buffer[] = [];
  intruder.on('data', (data: Buffer) => receivedBytes.push(data));
  await once(intruder, 'connect');
  // They arrive in two parts.
  const joined = vi.spyOn(Buffer, 'concat');
  onTestFinished(() => joined.mockRestore());
  intruder.write(Buffer.alloc(16));
  await eventually(() => expect(joined).toHaveBeenCalledOnce());
  intruder.write(Buffer.alloc(length - 16));
  await sendBlock(sender, 7);
  await once(intruder, 'close');
  expect(receivedBytes).toEqual([]);
  const receiver = (await ByteReceiver.connect(address)) ?? expect.fail('not connected');
  onTestFinished(() => receiver.close());
  await expectBytes(receiver, blockLength, 7);
});

test('a second connection with the token gets no bytes', async () => {
  const { sender, address } = await listen();
  const second = connect({ path: address.path });
  const receivedBytes: Buffer[] = [];
  second.on('data', (data: Buffer) => receivedBytes.push(data));
  await once(second, 'connect');
  const receiver = (await ByteReceiver.connect(address)) ?? expect.fail('not connected');
  onTestFinished(() => receiver.close());
  await sendBlock(sender, 7);
  await expectBytes(receiver, blockLength, 7);
  second.write(Buffer.from(address.token, 'hex'));
  await once(second, 'close');
  await sendBlock(sender, 8);
  await expectBytes(receiver, blockLength, 8);
  expect(receivedBytes).toEqual([]);
  // A lost connection is no error of the sender.
  receiver.close();
  for (const fill of [1, 2, 3]) await sendBlock(sender, fill);
});

test('reading rejects when the connection ends before all bytes have arrived', async () => {
  const { sender, receiver } = await connectPair();
  await sendBlock(sender, 1, 1_000);
  await readBytes(receiver, 1_000);
  const reading = readBytes(receiver, 1_000);
  sender.close();
  await expect(reading).rejects.toBeInstanceOf(ConnectionEnded);
});

test('the folder of the socket is removed after a connection and when the sender closes without a connection', async () => {
  const { receiver, sender, address } = await connectPair();
  await sendBlock(sender, 1, 1_000);
  await readBytes(receiver, 1_000);
  const expectFolderRemoved = (path: string) =>
    eventually(() => expect(existsSync(dirname(path))).toBe(false));
  await expectFolderRemoved(address.path);
  const unused = await listen();
  expect(existsSync(dirname(unused.address.path))).toBe(true);
  unused.sender.close();
  await expectFolderRemoved(unused.address.path);
});

test('bytes of other memory than a block arrive complete, and their memory is freed once they are sent', async () => {
  const { sender, receiver } = await connectPair();
  const bytes = new Uint8Array(1_000).fill(3);
  sender.send(bytes);
  await expectBytes(receiver, 1_000, 3);
  await eventually(() => expect(bytes.length).toBe(0));
});

test('no bytes are sent, and no folder remains, where the system allows no socket', async () => {
  const temporary = await temporaryFolder();
  onTestFinished(temporary.remove);
  onTestFinished(() => void vi.unstubAllEnvs());
  const tooLong = join(temporary.path, 'x'.repeat(100));
  await mkdir(tooLong);
  for (const folder of [tooLong, join(temporary.path, 'missing')]) {
    vi.stubEnv('TMPDIR', folder);
    expect(await ByteSender.listen(blockLength)).toBeNull();
  }
  expect(await readdir(tooLong)).toEqual([]);
});

test('on Windows the socket is a pipe with an unguessable name', async () => {
  const { platform } = process;
  onTestFinished(() => void Object.defineProperty(process, 'platform', { value: platform }));
  Object.defineProperty(process, 'platform', { value: 'win32' });
  const { path } = (await connectPair()).address;
  expect(path).toMatch(/^\\\\\.\\pipe\\paydesk-[0-9a-f]{64}$/);
  await eventually(() => expect(existsSync(path)).toBe(false));
  expect((await listen()).address.path).not.toBe(path);
});
