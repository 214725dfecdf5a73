import { test } from 'vitest';
import { clerkKills } from './clerk-kills.ts';

test.for(clerkKills)('no %s is lost when the process of the clerk is killed', ([, kill]) => kill(2));
