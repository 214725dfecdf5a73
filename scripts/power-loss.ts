/**
 * @file Simulates power losses at many moments of a recorded run and checks Paydesk's data after each of them.
 *
 * Usage: node scripts/power-loss.ts [moments]   (500 by default; PAYDESK_SEED chooses the moments of an earlier run)
 */
import process from 'node:process';
import { commandOf, runToEnd } from './tools.ts';

const [moments = '500'] = process.argv.slice(2);
const { status } = runToEnd(commandOf('vitest', 'run', 'test/faults/power-loss.test.ts'), {
  PAYDESK_MOMENTS_OF_POWER_LOSS: moments,
});
process.exit(status ?? 1);
