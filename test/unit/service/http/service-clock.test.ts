import { expect, test } from 'vitest';
import { createServiceClock } from '../../../../src/main/service/service-clock.ts';
import { createFakeClock } from '../../../fakes/clock.ts';
import { incoming } from './incoming.ts';
import { unusedHttp } from './unused-http.ts';

const minute = 60_000;

/** Opens a client whose hosts date their answers. */
function openHosts() {
  const clock = createFakeClock();
  const published: number[] = [];
  const { clock: corrected, observe } = createServiceClock(clock, (offsetMs) =>
    published.push(offsetMs / minute),
  );
  /** Compares the clock with an answer of a host that has a date. */
  async function answerDated(host: string, date: string | null): Promise<void> {
    const http = observe({ ...unusedHttp, send: async () => incoming('', { date }) });
    await http.send({
      method: 'GET',
      url: new URL(`https://${host}/`),
      headers: {},
      body: null,
      maxAnswerBytes: 1,
      stallTimeoutMs: 1,
      secrets: [],
    });
  }
  const dateAfter = (minutes: number) => new Date(clock.now() + minutes * minute).toUTCString();
  return {
    clock,
    published,
    answerDated,
    answer: (host: string, minutes: number) => answerDated(host, dateAfter(minutes)),
    /** Minutes by which the corrected clock differs. */
    correction: () => (corrected.now() - clock.now()) / minute,
    async stream(host: string, minutes: number) {
      const date = dateAfter(minutes);
      const http = observe({
        ...unusedHttp,
        stream: async () => ({
          status: 200,
          header: (name) => (name === 'date' ? date : null),
          requestId: null,
          body: (async function* () {})(),
          cancel: () => undefined,
        }),
      });
      await http.stream({
        url: new URL(`https://${host}/`),
        headers: {},
        stallTimeoutMs: 1,
        secrets: [],
      });
    },
  };
}

test.each([
  ['within ten minutes', 9, 0],
  ['behind', 11, 11],
  ['ahead', -180, -180],
])('a clock that is %s (%s minutes) is corrected by %s minutes', async (_, offset, corrected) => {
  const { answer, correction, published } = openHosts();
  expect(correction()).toBe(0);
  await answer('a.example', offset);
  await answer('a.example', offset + 0.5);
  expect(correction()).toBe(corrected);
  expect(published).toEqual(corrected === 0 ? [] : [corrected]);
});

test('the clocks of all hosts must be different, and a date that cannot be read says nothing', async () => {
  const { answer, answerDated, stream, correction, published } = openHosts();
  await stream('a.example', 60);
  expect(correction()).toBe(60);
  await answerDated('b.example', null);
  await answerDated('b.example', 'tomorrow');
  expect(correction()).toBe(60);
  await answer('b.example', 0);
  expect(correction()).toBe(0);
  await answer('b.example', 45);
  expect(correction()).toBe(45);
  expect(published).toEqual([60, 0, 45]);
});

test('a clock that is set, or a sleep of the computer, ends the correction until the next answer', async () => {
  const { clock, answer, correction, published } = openHosts();
  await answer('a.example', 60);
  await clock.advance(120 * minute);
  expect(correction()).toBe(60);
  clock.jump(60 * minute);
  expect(correction()).toBe(0);
  await answer('a.example', 0);
  clock.jump(-30 * minute);
  await answer('a.example', 30);
  expect(correction()).toBe(30);
  await clock.advanceMonotonic(5 * minute);
  expect(correction()).toBe(0);
  expect(published).toEqual([60, 0, 30, 0]);
});
