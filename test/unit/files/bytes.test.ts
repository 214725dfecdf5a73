/** @file Bytes of a file on their way from the thread that reads it to main. */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { ByteReceiver, ConnectionEnded } from '../../../src/main/files/byte-receiver.ts';
import { type ByteAddress, ByteSender } from '../../../src/main/files/byte-sender.ts';
import { eventually } from '../../fakes/eventually.ts';

const blockLength = 300_000;
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function listen(length = blockLength): Promise<{ sender: ByteSender; address: ByteAddress }> {
  const listening = await ByteSender.listen(length);
  if (listening === null) throw new Error('Nobody can listen here');
  closing.push(() => listening.sender.close());
  return listening;
}

async function connected(length?: number) {
  const { sender, address } = await listen(length);
  const receiver = await ByteReceiver.connect(address);
  if (receiver === null) throw new Error('Nobody can connect here');
  closing.push(() => receiver.close());
  return { sender, receiver, address };
}

/** Sends one block that is full of a number. */
async function sendBlock(sender: ByteSender, fill: number, length = blockLength): Promise<void> {
  const memory = await sender.nextBlock();
  sender.send(memory.fill(fill).subarray(0, length));
}

async function taken(receiver: ByteReceiver, length: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of receiver.read(length)) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

test('come whole and in order, however they were cut, through memory that is used again', async () => {
  const { sender, receiver } = await connected();
  const memories = new Set<ArrayBuffer>();
  for (const fill of [1, 2, 3, 4, 5]) {
    const length = blockLength - fill;
    const memory = await sender.nextBlock();
    memories.add(memory.buffer);
    sender.send(memory.fill(fill).subarray(0, length));
    expect(await taken(receiver, length)).toEqual(Buffer.alloc(length, fill));
  }
  expect(memories.size).toBeLessThanOrEqual(2);
});

test('of one block are taken apart from those of the next, which came with them', async () => {
  const { sender, receiver } = await connected();
  await sendBlock(sender, 1, 1_000);
  await sendBlock(sender, 2, 2_000);
  expect(await taken(receiver, 1_000)).toEqual(Buffer.alloc(1_000, 1));
  expect(await taken(receiver, 2_000)).toEqual(Buffer.alloc(2_000, 2));
});

test('that nobody takes stop the reading after two blocks, until they are taken', async () => {
  // More than any system takes from a writer before the reader asks.
  const large = 16 * 1024 * 1024;
  const { sender, receiver } = await connected(large);
  for (const fill of [1, 2]) await sendBlock(sender, fill, large);
  let isGiven = false;
  const memory = sender.nextBlock().then(() => {
    isGiven = true;
  });
  await taken(receiver, 1_000);
  expect(isGiven).toBe(false);
  await taken(receiver, large);
  await memory;
});

test('go to nobody who has no token, and still to main', async () => {
  const { sender, address } = await listen();
  const stranger = connect({ path: address.path });
  const got: Buffer[] = [];
  stranger.on('data', (data: Buffer) => got.push(data));
  await once(stranger, 'connect');
  stranger.write(Buffer.alloc(32));
  await sendBlock(sender, 7);
  await once(stranger, 'close');
  expect(got).toEqual([]);
  const receiver = await ByteReceiver.connect(address);
  closing.push(() => receiver?.close());
  expect(await taken(receiver ?? expect.fail('not connected'), blockLength)).toEqual(
    Buffer.alloc(blockLength, 7),
  );
});

test('that do not come because their process is gone are an error, not a wait', async () => {
  const { sender, receiver } = await connected();
  await sendBlock(sender, 1, 1_000);
  await taken(receiver, 1_000);
  const coming = taken(receiver, 1_000);
  sender.close();
  await expect(coming).rejects.toBeInstanceOf(ConnectionEnded);
});

test('leave no folder behind, neither after a connection nor without one', async () => {
  const { receiver, sender, address } = await connected();
  await sendBlock(sender, 1, 1_000);
  await taken(receiver, 1_000);
  const isGone = (path: string) => eventually(() => expect(existsSync(dirname(path))).toBe(false));
  await isGone(address.path);
  const unused = await listen();
  expect(existsSync(dirname(unused.address.path))).toBe(true);
  unused.sender.close();
  await isGone(unused.address.path);
});
