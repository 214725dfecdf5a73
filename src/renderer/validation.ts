/**
 * @file Keeps zod from compiling its schemas to code: the window's policy refuses that, and would report each attempt.
 * Must be loaded before any schema is made, so it is the first import of the entry.
 */
import { config } from 'zod';

config({ jitless: true });
