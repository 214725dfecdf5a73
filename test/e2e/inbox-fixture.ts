/** @file What the short and the long tests of inbox use. */
import type { Paydesk } from './fixture.ts';
import { callCommand } from './launch/calls.ts';
import { profileId } from './managed-company.ts';
import { january } from './statements-screen.ts';

export const requestJanuary = (paydesk: Paydesk, walletIds: number[]) =>
  callCommand(paydesk, 'statements.request', {
    profileId,
    walletIds,
    periods: [january],
    format: 'csv',
    email: '',
  });
