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

test('a statement is recovered after a kill when its sealed file is created', () =>
  expectRecoveredAfterChange('the sealed file is created'));

test('a statement is recovered after a kill at any commit', { timeout: 240_000 }, () =>
  expectRecoveredAfterCommits({ first: 1, every: 1 }),
);
