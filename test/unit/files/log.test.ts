import { readFileSync } from 'node:fs';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createLog, redact } from '../../../src/main/log/log.ts';
import { createFakeClock } from '../../fakes/clock.ts';
import { temporaryFolder } from '../../fakes/test-app.ts';

/** Creates a log in a temporary folder that `prepare` has filled. */
async function openLog(clock = createFakeClock(), prepare?: (logsPath: string) => Promise<void>) {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  await prepare?.(join(path, 'logs'));
  return { log: createLog(path, clock), file: join(path, 'logs', 'paydesk.log') };
}

/** Logs an error of documents and returns the text of the log, and of the frames in it. */
async function logError(error: unknown) {
  const { log, file } = await openLog();
  log.unexpected('documents', error);
  await log.whenFlushed();
  const text = await readFile(file, 'utf8');
  return { text, frames: /"frames":\[(.*)\]/.exec(text)?.[1] ?? '' };
}

describe('a text for the log', () => {
  test.each([
    ['a query', 'GET https://s.example/a?X-Amz-Signature=canary failed', 'canary', 'https://s.example/a?'],
    ['a fragment', 'see https://s.example/a#canary', 'canary', 'https://s.example/a'],
    ['a user and a password', 'proxy http://clerk:canary@proxy.example:3128', 'canary', 'proxy.example'],
    ['a user, a password and a query', 'http://clerk:canary@s.example/a?k=canary', 'canary', 's.example/a'],
    ['a bearer token', 'authorization: Bearer canary.x', 'canary', 'authorization'],
    ['a bearer token in lower case', 'bearer canary', 'canary', '[removed]'],
    ['a long word of random letters', `key ${'canaryAB12'.repeat(4)} end`, 'canary', 'end'],
    ['a token of three parts', `eyJhbGciOi.${'canary'.repeat(4)}.Zm9vYmFy x`, 'canary', 'x'],
  ])('loses %s and keeps its other words', (_what, text, secret, unredactedText) => {
    expect(redact(text)).not.toContain(secret);
    expect(redact(text)).toContain(unredactedText);
  });

  test.each([
    ['a file', "ENOENT: no such file or directory, open '/home/mh/Rechnung 4711 Müller.pdf'"],
    ['a file without quotes', 'could not read C:\\Users\\mh\\Müller\\Rechnung-4711.pdf at all'],
    ['an account', 'IBAN DE89370400440532013000 is wrong'],
    ['an amount', 'amount 1.234.567,89 EUR'],
    ['a quotation', 'the field "Müller GmbH 4711" is not a number'],
    ['a quotation without an end', 'the field “of Müller 4711 is not a number'],
    ['quotations without an end', '“Müller 4711 '.repeat(1_000)],
    ['a hidden file', '.Müller-4711 and .ssh'],
  ])('loses %s', (_what, text) => {
    expect(redact(text)).not.toMatch(/4711|Müller|DE89|567/);
    expect(redact(text)).toContain('[removed]');
  });

  test('keeps harmless error texts, and is never longer than 2,000 characters', () => {
    const harmless = 'ECONNRESET: the proxy closed the connection after 30 seconds';
    expect(redact(harmless)).toBe(harmless);
    expect(redact('word '.repeat(10_000)).length).toBeLessThanOrEqual(2_000);
  });
});

describe('the log', () => {
  test('has the time, place and cleaned message of an error, without folders of this machine', async () => {
    const { log, file } = await openLog(createFakeClock('2026-03-02T08:00:00.000Z'));
    log.unexpected('documents', new TypeError('failed at https://s.example/a?sig=canary'));
    log.unexpected('bridge', 'Bearer canary');
    await log.whenFlushed();
    const text = await readFile(file, 'utf8');
    const [first, second] = text.trim().split('\n');
    expect(JSON.parse(first ?? '')).toMatchObject({
      at: '2026-03-02T08:00:00.000Z',
      where: 'documents',
      name: 'TypeError',
      message: 'failed at https://s.example/a?[removed]',
    });
    expect(JSON.parse(second ?? '')).toMatchObject({ where: 'bridge', message: 'Bearer [removed]' });
    expect(text).not.toContain('canary');
    expect(text).not.toContain(import.meta.dirname);
  });

  test.each([
    ['has several lines', 'cannot read\n    at canary account 410023 of Müller\ncanary.pdf'],
    ['looks like frames', 'cannot read\n    at canaryFrame (canary.pdf:1:2)\n    at canary.pdf'],
  ])('keeps the frames of a stack, and nothing of a message that %s', async (_, message) => {
    const { text, frames } = await logError(new Error(message));
    expect(frames).toMatch(/log\.test\.ts:\d+:\d+/);
    expect(frames).not.toMatch(/canary|410023|Müller/);
    expect(text).not.toContain('canary.pdf');
  });

  test('keeps nothing of a message that was replaced after the stack was computed', async () => {
    const error = new Error('canary of Müller\n    at canary account 410023\n    at "canary.pdf"');
    // The stack is computed when it is read for the first time.
    expect(error.stack).toContain('canary');
    error.message = 'cannot read';
    const { text } = await logError(error);
    expect(text).not.toMatch(/canary|Müller|410023/);
    expect(text).toMatch(/log\.test\.ts:\d+:\d+/);
  });

  test('has the name Error when the name of an error is not an identifier', async () => {
    const { text } = await logError(Object.assign(new Error('failed'), { name: 'canary of Müller\nsecond' }));
    expect(JSON.parse(text)).toMatchObject({ name: 'Error', message: 'failed' });
  });

  test('starts a new file above 1 MB and keeps one old file', async () => {
    const { log, file } = await openLog(undefined, async (logsPath) => {
      await mkdir(logsPath);
      await writeFile(join(logsPath, 'paydesk.log'), 'x'.repeat(1024 * 1024 + 1));
    });
    log.unexpected('a', new Error('one'));
    log.unexpected('b', new Error('two'));
    await log.whenFlushed();
    expect((await readFile(file, 'utf8')).trim().split('\n')).toHaveLength(2);
    expect((await stat(`${file}.old`)).size).toBe(1024 * 1024 + 1);
  });

  test('has every line once after flushBlocking, also when it is flushed again', async () => {
    const { log, file } = await openLog();
    for (const message of ['one', 'two', 'three']) log.unexpected('main', new Error(message));
    log.flushBlocking();
    const readMessages = () => {
      const lines = readFileSync(file, 'utf8').trim().split('\n');
      return lines.map((line) => /"message":"(\w+)"/.exec(line)?.[1]);
    };
    expect(readMessages()).toEqual(['one', 'two', 'three']);
    await log.whenFlushed();
    expect(readMessages()).toEqual(['one', 'two', 'three']);
    log.unexpected('main', new Error('four'));
    await log.whenFlushed();
    log.flushBlocking();
    expect(readMessages()).toEqual(['one', 'two', 'three', 'four']);
  });

  test('does not throw when it cannot be written', async () => {
    const { log } = await openLog(undefined, (logsPath) => writeFile(logsPath, 'not a folder'));
    log.unexpected('a', new Error('one'));
    await expect(log.whenFlushed()).resolves.toBeUndefined();
    log.unexpected('a', new Error('two'));
    expect(() => log.flushBlocking()).not.toThrow();
  });
});
