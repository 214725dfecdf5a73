import { test } from 'vitest';
import { expectNoAborts } from './store-threads.ts';

test('no process is aborted when four stores end: idle, after their calls, with calls in flight and killed', () =>
  expectNoAborts(4));
