import { expect, test } from 'vitest';
import { type Content, createContents, isContentPath } from '../../../src/main/bridge/contents.ts';
import { systemRandom } from '../../../src/main/clock.ts';

const content = (text: string): Content => ({
  bytes: new TextEncoder().encode(text),
  mediaType: 'text/plain',
});

test('a content is loaded by the address that was given out for it, and produced anew each time', async () => {
  const contents = createContents(systemRandom);
  let produced = 0;
  const path = contents.issue(async () => {
    produced += 1;
    return content(`${produced}`);
  });
  contents.issue(async () => content('another'));
  expect(await contents.load(path)).toEqual(content('1'));
  expect(await contents.load(path)).toEqual(content('2'));
});

test('an address cannot be guessed from another one, and is told from those of the page', () => {
  const contents = createContents(systemRandom);
  const [first, second] = [0, 1].map(() => contents.issue(async () => content('same')));
  expect(first).not.toBe(second);
  for (const path of [first, second])
    expect(path).toMatch(/^\/content\/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  expect(isContentPath(first ?? '')).toBe(true);
  for (const path of ['/', '/index.html', '/assets/content/x', '/contents/x', '/content', '']) {
    expect(isContentPath(path)).toBe(false);
  }
});

test('there is nothing at an address that was never given out', () => {
  const contents = createContents(systemRandom);
  contents.issue(async () => content('known'));
  for (const path of ['', '/content/', '/content/1', '/index.html']) expect(contents.load(path)).toBeNull();
});

test('what producing a content throws reaches whoever loads it', async () => {
  const contents = createContents(systemRandom);
  const path = contents.issue(() => Promise.reject(new Error('The file is away')));
  await expect(contents.load(path)).rejects.toThrow('The file is away');
});

test('beyond 200 the oldest address is forgotten, and the newest 200 never', async () => {
  const contents = createContents(systemRandom);
  const paths = Array.from({ length: 201 }, (_, index) => contents.issue(async () => content(`${index}`)));
  expect(contents.load(paths[0] ?? '')).toBeNull();
  expect(await contents.load(paths[1] ?? '')).toEqual(content('1'));
  expect(await contents.load(paths[200] ?? '')).toEqual(content('200'));
});
