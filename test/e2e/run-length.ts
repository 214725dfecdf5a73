/** @file Which run the tests are in. */
import process from 'node:process';

/** True in `npm run test:all`, which also photographs screens and checks their layout. */
export const isLongRun = process.env['PAYDESK_LONG_TESTS'] === '1';
