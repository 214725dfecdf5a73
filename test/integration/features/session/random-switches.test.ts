import { test } from 'vitest';
import { switchAtRandom } from './random-switches.ts';

test('switching profiles at random moments never mixes their work', () => switchAtRandom(1, 8));
