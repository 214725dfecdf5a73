import { beforeAll, test } from 'vitest';
import {
  expectRecoveredAfterBytes,
  expectRecoveredAfterChange,
  expectRecoveredAfterCommits,
  prepareRounds,
} from './statements-kills.ts';

beforeAll(prepareRounds);

test('a statement is recovered after a kill when a part of its sealed file is written', () =>
  expectRecoveredAfterBytes(200_000));

test('a statement is recovered after a kill when its sealed file is moved into place', () =>
  expectRecoveredAfterChange('the sealed file is moved into place'));

test('a statement is recovered after a kill at some commits', () =>
  expectRecoveredAfterCommits({ first: 2, every: 4 }));
