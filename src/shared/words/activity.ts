/** @file Words of the activity. */
import type { ActivityKind, ActivityOutcome } from '../model/activity.ts';

/** See the file's header. */
export const activityWords = {
  kinds: {
    'sign-in': 'Signed in',
    'sign-out': 'Signed out',
    'connection-check': 'Checked the connection',
    'wallet-list': 'Listed wallets',
    'statement-request': 'Asked for statements',
    'statement-event': 'Took a statement event',
    'statement-download': 'Downloaded a statement',
    'upload-link': 'Asked for an upload link',
    upload: 'Uploaded a file',
    attach: 'Attached documents',
    'create-beneficiary': 'Created a beneficiary',
    'settle-outcome': 'Settled an unknown outcome',
    'close-batch': 'Closed a batch',
    proof: 'Fetched a proof of payment',
    'open-link': 'Opened a link of a proof',
    export: 'Exported a file',
    'profile-change': 'Changed a profile',
  } satisfies Record<ActivityKind, string>,
  outcomes: {
    done: 'Done',
    refused: 'Refused',
    failed: 'Failed',
    unknown: 'Unknown',
    cancelled: 'Cancelled',
  } satisfies Record<ActivityOutcome, string>,
  exportTitle: 'Export the activity',
  exportFileName: 'Paydesk activity.csv',
  exportHeader: [
    'Number',
    'Time (UTC)',
    'User',
    'Profile',
    'Environment',
    'What',
    'About',
    'Outcome',
    'Request',
    'Status',
    'Request ID',
    'Bytes sent',
    'Milliseconds',
  ],
} as const;
