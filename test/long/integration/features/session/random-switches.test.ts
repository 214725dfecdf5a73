import { test } from 'vitest';
import { switchAtRandom } from '../../../../integration/features/session/random-switches.ts';

test.each([1, 2, 3])('switching profiles at random moments never mixes their work (seed %i)', (seed) =>
  switchAtRandom(seed, 24),
);
