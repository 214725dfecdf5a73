import { expect, test } from 'vitest';
import { type Content, createContents, isContentPath } from '../../../src/main/bridge/contents.ts';
import { systemRandom } from '../../../src/main/concurrency/clock.ts';

const content = (text: string): Content => ({
  bytes: new TextEncoder().encode(text),
  mediaType: 'text/plain',
});

const [north, south] = [{ profile: { id: 'north' } }, { profile: { id: 'south' } }];

/** Creates contents while the profile “north” is active. */
function createOpenContents() {
  const contents = createContents(systemRandom);
  contents.follow({ all: [north], active: north });
  return contents;
}

test('content is loaded only while its profile is active, and not again after its session has ended', async () => {
  const contents = createOpenContents();
  const { promise, resolve } = Promise.withResolvers<Content>();
  const path = contents.issue('north', () => promise);
  const loading = contents.load(path);
  contents.follow({ all: [north, south], active: south });
  expect(contents.load(path)).toBeNull();
  resolve(content('of north'));
  await expect(loading).rejects.toMatchObject({ code: 'sign-in-needed' });
  contents.follow({ all: [north, south], active: north });
  expect(await contents.load(path)).toEqual(content('of north'));
  contents.follow({ all: [], active: null });
  contents.follow({ all: [north], active: north });
  expect(contents.load(path)).toBeNull();
});

test('content is loaded by its issued address and produced again for each load', async () => {
  const contents = createOpenContents();
  let productions = 0;
  const path = contents.issue('north', async () => {
    productions += 1;
    return content(`${productions}`);
  });
  contents.issue('north', async () => content('another'));
  expect(await contents.load(path)).toEqual(content('1'));
  expect(await contents.load(path)).toEqual(content('2'));
});

test('an issued address is random and distinguishable from addresses of the page', () => {
  const contents = createOpenContents();
  const [first, second] = [0, 1].map(() => contents.issue('north', async () => content('same')));
  expect(first).not.toBe(second);
  for (const path of [first, second])
    expect(path).toMatch(/^\/content\/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  expect(isContentPath(first ?? '')).toBe(true);
  for (const path of ['/', '/index.html', '/assets/content/x', '/contents/x', '/content', '']) {
    expect(isContentPath(path)).toBe(false);
  }
});

test('an address that was never issued has no content', () => {
  const contents = createOpenContents();
  contents.issue('north', async () => content('known'));
  for (const path of ['', '/content/', '/content/1', '/index.html']) expect(contents.load(path)).toBeNull();
});

test('loading rejects with the error of the producer', async () => {
  const contents = createOpenContents();
  const path = contents.issue('north', () => Promise.reject(new Error('The file is missing')));
  await expect(contents.load(path)).rejects.toThrow('The file is missing');
});

test('the newest 200 addresses are kept, and older addresses are forgotten', async () => {
  const contents = createOpenContents();
  const paths = Array.from({ length: 201 }, (_, index) =>
    contents.issue('north', async () => content(`${index}`)),
  );
  expect(contents.load(paths[0] ?? '')).toBeNull();
  expect(await contents.load(paths[1] ?? '')).toEqual(content('1'));
  expect(await contents.load(paths[200] ?? '')).toEqual(content('200'));
});
