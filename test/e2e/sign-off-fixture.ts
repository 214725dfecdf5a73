/** @file What the short and the long tests of sign off use. */
import { monthsBefore } from './statement-company.ts';

export const [month = ''] = monthsBefore(1);
export const walletId = 410_023;
export const rowCount = 24;
