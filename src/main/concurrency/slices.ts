/** @file Long lists are processed in slices, so that the thread serves other work in between. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** Maximum number of items between two turns of the event loop; processing an item should take less than a millisecond. */
const maxSliceLength = 50;

/** Iterates over the items, with a turn of the event loop after each slice. */
export async function* inSlices<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  let count = 0;
  for (const item of items) {
    if (count > 0 && count % maxSliceLength === 0) await yieldToEventLoop();
    count += 1;
    yield item;
  }
}
