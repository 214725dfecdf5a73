/** @file A name for each reason that a document can have, for lists of reasons: without the facts of a single one. */
import type { DocumentReasonCode } from '../model/document.ts';

/** See the file's header. */
export const reasonNames = {
  'extension-missing': 'No file extension',
  'extension-not-allowed': 'Type is not accepted',
  'content-differs': 'Content does not fit the extension',
  'empty-file': 'Empty file',
  'is-folder': 'Folder',
  'empty-folder': 'Empty folder',
  'link-loop': 'Link that leads back to itself',
  'not-a-file': 'Not a file',
  'name-not-allowed': 'Name cannot be used',
  'svg-not-drawing': 'Not a valid SVG drawing',
  'svg-active': 'SVG with active content',
  unreadable: 'Cannot be read',
  'same-in-batch': 'Same content in this batch',
  'same-in-other-batch': 'Same content in another batch',
  'attached-earlier': 'Attached before',
  'file-locked': 'In use by another program',
  'file-missing': 'Not found any more',
  'drive-away': 'Drive is away',
  'cloud-only': 'In the cloud only',
  'file-changed': 'Changed since it was dropped',
  'link-refused': 'Upload refused',
  'attach-refused': 'Attach refused',
  'service-refused': 'Refused by the service',
  'answer-not-understood': 'Answer not understood',
  'too-many-tries': 'Gave up after several tries',
  'attach-not-created': 'Beneficiary not created',
  'service-busy': 'Service is busy',
  'no-answer': 'No answer',
  'connection-lost': 'Connection lost',
  'host-unreachable': 'Not reachable',
  'answer-lost': 'Answer was lost',
  'excluded-by-clerk': 'Left out',
  'system-file': 'File of the system',
  'list-of-beneficiaries': 'List of beneficiaries',
  'list-of-files': 'List of files',
  'cancelled-by-clerk': 'Cancelled',
  'closed-by-clerk': 'Closed with its batch',
} as const satisfies Record<DocumentReasonCode, string>;

export const reasonFilterWords = {
  label: 'Reason',
  all: 'All reasons',
  option: (name: string, count: string) => `${name} (${count})`,
} as const;
