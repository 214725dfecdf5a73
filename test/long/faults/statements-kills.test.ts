import { beforeAll, test } from 'vitest';
import {
  expectRecoveredAfterBytes,
  expectRecoveredAfterChange,
  expectRecoveredAfterCommits,
  prepareRounds,
} from '../../faults/kills/statements-kills.ts';

beforeAll(prepareRounds);

test.each([1, 200_000, 500_000])(
  'a statement is recovered after a kill when %i bytes of its sealed file are written',
  expectRecoveredAfterBytes,
);

test.each(['the sealed file is created', 'the sealed file is moved into place'] as const)(
  'a statement is recovered after a kill when %s',
  expectRecoveredAfterChange,
);

test('a statement is recovered after a kill at any commit', { timeout: 240_000 }, () =>
  expectRecoveredAfterCommits({ first: 1, every: 1 }),
);
