import process from 'node:process';
import { test } from 'vitest';
import { clerkKills } from '../../faults/kills/clerk-kills.ts';

const rounds = Number(process.env['PAYDESK_KILLS'] ?? 16);

test.for(clerkKills)(
  `no %s is lost in ${rounds} kills of the clerk's process at random moments`,
  { timeout: 60_000 + rounds * 4_000 },
  ([, kill]) => kill(rounds),
);
