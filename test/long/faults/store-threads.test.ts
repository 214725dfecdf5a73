import process from 'node:process';
import { test } from 'vitest';
import { expectNoAborts } from '../../faults/store-threads.ts';

const stores = Number(process.env['PAYDESK_STORES'] ?? 50);

test(`no process is aborted when ${stores} stores end`, { timeout: stores * 2_000 }, () =>
  expectNoAborts(stores),
);
