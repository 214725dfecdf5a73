import { test } from 'vitest';
import { expectRandomHistory } from './random-history.ts';

test('random actions and faults never lose a document, hide an unfinished one or attach one twice', () =>
  expectRandomHistory(1, 25));
