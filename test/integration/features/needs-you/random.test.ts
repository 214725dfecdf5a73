import { test } from 'vitest';
import { runRandomClerk } from './random-clerk.ts';

test('the list contains exactly the unfinished work after a few random actions and faults', () =>
  runRandomClerk(1, 15));
