/**
 * @file What a clerk reads for each error code: what happened, what Paydesk did or kept safe, what can be done.
 *
 * Details that are read here, all optional: `host`, `status`, `message` (the service's own words), `cause` (a system
 * code, or the issuer of a certificate), `retryAfter` (milliseconds), `missing` and `fields` and `contentType` of an
 * answer, `fields` of a form, `name` or `label` of a file, profile or beneficiary; the numbers `unassigned`,
 * `checking`, `toAttach`, `documents` and `beneficiaries` of a batch; `lost`, `changed` and `unbound` of a key that was
 * kept before.
 */
import type { ErrorCode, ErrorDetails } from '../errors.ts';
import {
  answered,
  type ErrorWords,
  fieldsSeen,
  fieldsWrong,
  host,
  issuer,
  keyNeeded,
  named,
  nothingSent,
  notReady,
  numbersNow,
  payloadProblem,
  systemCode,
  text,
  untouched,
  type Wording,
  wait,
  waits,
} from './error-details.ts';
import { libraryErrorWords } from './library-errors.ts';
import { statementErrorWords } from './statement-errors.ts';

/** The words of every code. The compiler refuses a code without words. */
export const errorWords: Readonly<Record<ErrorCode, Wording>> = {
  'key-refused': (details) => ({
    title: 'The API key was refused',
    detail: `${answered(details)} Check the client ID and paste the whole key again.`,
  }),
  'wrong-environment': (details) => ({
    title: 'Wrong environment',
    detail: `${answered(details)} Paydesk sent nothing more. Choose the profile of the other environment, or correct the hosts of this one.`,
  }),
  'sign-in-needed': () => ({
    title: 'Sign in again',
    detail: 'The session has ended and could not be renewed. Work that was started waits until you sign in.',
  }),
  'api-key-needed': keyNeeded,

  'host-unreachable': (details) => ({
    title: 'The host cannot be reached',
    detail: `No answer from ${text(details, 'host') ?? 'the service'}${systemCode(details)}. Check the network or the VPN. ${waits}`,
  }),
  'certificate-untrusted': (details) => ({
    title: 'The certificate is not trusted',
    detail: `${host(details)} shows a certificate that this computer does not trust${issuer(details)}. ${nothingSent} Show this to your IT.`,
  }),
  'proxy-refused': (details) => {
    const schemes = text(details, 'schemes');
    const way = `The way to ${text(details, 'host') ?? 'the service'} leads through a proxy that`;
    if (schemes !== null) {
      return {
        title: 'The proxy wants a sign-in that Paydesk cannot give',
        detail: `${way} accepts only ${schemes}. Paydesk can sign in to a proxy with a name and a password (Basic) and in no other way. ${nothingSent} Ask your IT for a way through without signing in, or by Basic.`,
      };
    }
    return {
      title: 'The proxy refused the connection',
      detail: `${way} did not let Paydesk through${systemCode(details)}. ${nothingSent} Show this to your IT.`,
    };
  },
  'timed-out': (details) => ({
    title: 'No answer in time',
    detail: `${host(details)} took too long to answer. Paydesk tries again by itself where that is safe.`,
  }),
  'connection-lost': (details) => ({
    title: 'The connection was lost',
    detail: `The connection to ${text(details, 'host') ?? 'the service'} broke off before the answer was complete. Paydesk tries again by itself where that is safe.`,
  }),

  'answer-not-understood': (details) => ({
    title: 'The answer was not understood',
    detail: fieldsSeen(details),
  }),
  'answer-too-large': (details) => ({
    title: 'The answer was too large',
    detail: `${host(details)} sent far more than such an answer can hold. Paydesk stopped reading and kept nothing of it.`,
  }),
  'service-refused': (details) => ({
    title: 'The service refused the request',
    detail: `${answered(details)} Paydesk does not repeat it by itself.`,
  }),
  'service-failed': (details) => ({
    title: 'The service has a problem',
    detail: `${answered(details)} Try again later; if it stays, tell the service the request ID.`,
  }),
  'service-throttled': (details) => ({
    title: 'The service asks to wait',
    detail: `${host(details)} has too many requests at the moment. Paydesk goes on ${wait(details)} by itself.`,
  }),
  'link-refused': (details) => ({
    title: 'The upload link was refused',
    detail: `${answered(details)} The file was not stored. Retry asks for a fresh link.`,
  }),
  'link-unusable': (details) => ({
    title: 'The upload link cannot be used',
    detail: `The link for ${host(details)} was made for other requests than Paydesk sends. The file was not stored. Ask your IT or the service to change how upload links are made.`,
  }),

  'keychain-absent': () => ({
    title: 'This computer has no keychain',
    detail:
      'The API key cannot be kept here. Choose “This session only”: Paydesk forgets the key when you sign out or quit.',
  }),
  'keychain-locked': () => ({
    title: 'The keychain is locked',
    detail: `${untouched} Unlock the keychain and try again, or use the key for this session only.`,
  }),
  'keychain-refused': () => ({
    title: 'The keychain refused',
    detail: `${untouched} Allow Paydesk in the keychain and try again, or use the key for this session only.`,
  }),
  'keychain-timed-out': () => ({
    title: 'The keychain did not answer',
    detail:
      'It may be waiting for you in another window. Answer there and try again, or use the key for this session only.',
  }),
  'secret-too-large': () => ({
    title: 'The API key is too long for the keychain',
    detail: 'It was not kept. Check that only the key was pasted, or use it for this session only.',
  }),

  'profile-unknown': () => ({
    title: 'This profile no longer exists',
    detail: `${untouched} Choose another profile.`,
  }),
  'profile-managed': (details) => ({
    title: 'Your IT looks after this profile',
    detail: `${named(details, 'It')} comes from a file of your company and cannot be changed here. ${untouched}`,
  }),
  'profile-invalid': (details) => ({
    title: 'Something in the profile is not right',
    detail: `It was not saved.${fieldsWrong(details)}`,
  }),
  'profile-in-use': (details) => ({
    title: 'The profile is in use',
    detail: `${named(details, 'It')} is signed in or has a batch that is not over. Sign out and let the batch end first. ${untouched}`,
  }),
  'profile-environment-fixed': () => ({
    title: 'A profile stays in its environment',
    detail: `Its batches, beneficiaries and statements belong there. Add a second profile for the other environment. ${untouched}`,
  }),
  'profile-not-practice': () => ({
    title: 'Only the practice company can do this',
    detail: `A profile of your own company has no samples and can't start over. ${untouched}`,
  }),
  'managed-file-invalid': () => ({
    title: 'The file with your company’s profiles cannot be read',
    detail: 'Paydesk took nothing from it. Profiles of your own are not affected. Show this to your IT.',
  }),
  'setting-managed': () => ({
    title: 'Your IT has decided this',
    detail: `It comes from a file of your company and cannot be changed here. ${untouched}`,
  }),

  'batch-unknown': () => ({
    title: 'This batch no longer exists',
    detail: 'It was discarded, or belongs to another profile. Files on your computer were not touched.',
  }),
  'batch-changed': (details) => ({
    title: 'The batch has changed since you looked',
    detail: `${nothingSent}${numbersNow(details)} Look at it again, then confirm.`,
  }),
  'batch-not-ready': (details) => ({
    title: 'The batch is not ready yet',
    detail: `${nothingSent} ${notReady(details)}`,
  }),
  'document-unknown': () => ({
    title: 'This document is no longer in the batch',
    detail: `${untouched} The file on your computer was not touched.`,
  }),
  'beneficiary-unknown': () => ({
    title: 'This beneficiary is not in the address book',
    detail: `${untouched} Add the beneficiary first, or choose another one.`,
  }),
  'beneficiary-exists': (details) => ({
    title: 'This recipient ID is in the address book already',
    detail: `It belongs to ${named(details, 'another beneficiary')}. ${untouched}`,
  }),
  'beneficiary-in-use': (details) => ({
    title: 'The beneficiary cannot be removed',
    detail: `Documents were attached or are assigned to ${named(details, 'it')}, and that record stays. ${untouched}`,
  }),
  'attach-unknown-elsewhere': (details) => ({
    title: 'An attach to this beneficiary has an unknown outcome',
    detail: `Nothing more is attached to ${named(details, 'it')} until you settle it under Beneficiaries: it is there, or send again.`,
  }),
  'outcome-settled': () => ({
    title: 'This outcome is settled already',
    detail: `${untouched} Look at the beneficiary to see how.`,
  }),
  'outcomes-unknown': () => ({
    title: 'The batch has unknown outcomes',
    detail: `${untouched} Settle them first: look in the portal, then choose It is there or Send again.`,
  }),
  'payload-invalid': (details) => ({
    title: 'The data of the new beneficiary cannot be used',
    detail: `${nothingSent} ${payloadProblem(details)}`,
  }),
  'recipient-id-needed': () => ({
    title: 'The recipient ID is needed',
    detail:
      'The service created the beneficiary, but its answer did not name the ID. Find it in the portal and type it here.',
  }),

  'proof-unknown': () => ({
    title: 'There is nothing kept under this reference',
    detail: `${untouched} Fetch the proof, then try again.`,
  }),
  'proof-unreadable': () => ({
    title: 'Unreadable proof',
    detail:
      'Opening the proof took too long or too much memory, twice. The proof is kept as received: choose Save original.',
  }),
  'proof-not-combinable': () => ({
    title: 'None of these proofs has pages',
    detail:
      'One PDF can be made of proofs that are PDFs or images. Save these to a folder or as a ZIP instead.',
  }),
  'link-not-allowed': (details) => ({
    title: 'This address is not opened',
    detail: `Paydesk opens only https addresses of named hosts${text(details, 'host') === null ? '' : `; this one is ${text(details, 'host')}`}. You can copy it.`,
  }),
  'file-changed': (details) => ({
    title: 'The file has changed since it was checked',
    detail: `Paydesk stopped before sending ${named(details, 'it')}, so that nothing unseen goes out. Check the new version, or exclude it.`,
  }),
  'file-missing': (details) => ({
    title: 'The file is not where it was',
    detail: `${named(details, 'It')} was moved, renamed or deleted, or its drive is away. Put it back and check again, or exclude it.`,
  }),
  'file-locked': (details) => ({
    title: 'Another program holds the file',
    detail: `${named(details, 'It')} cannot be read now. Close it in the other program; Paydesk tries again by itself.`,
  }),
  'file-unreadable': (details) => {
    const message = text(details, 'message');
    const reason =
      message === null
        ? `${named(details, 'It')} may not be opened by you, or its disk has a fault${systemCode(details)}.`
        : `${message}.`;
    return { title: 'The file cannot be read', detail: `${reason} The file was not touched.` };
  },
  'file-not-written': (details) => ({
    title: 'The file could not be saved',
    detail: `${named(details, 'It')} was not written${systemCode(details)}. Choose another folder and save again. Nothing is lost in Paydesk.`,
  }),
  'file-not-opened': (details) => ({
    title: 'The file could not be opened',
    detail: `${named(details, 'It')} is saved, but Paydesk does not open files of this kind, or this computer has no program for them. Show the file in its folder instead.`,
  }),
  'saved-file-missing': (details) => ({
    title: 'The saved file is not there any more',
    detail: `${named(details, 'It')} was moved, renamed or deleted after it was saved, or its drive is away. Save it again if you need it.`,
  }),
  'drive-not-responding': () => ({
    title: 'The drive does not respond',
    detail:
      'The drive or network share with this folder does not respond. Try again later, or choose a folder on this computer. Nothing is lost in Paydesk.',
  }),
  'disk-full': () => ({
    title: 'The disk is full',
    detail:
      'What is stored already is safe; Paydesk does not go on until it can write. Make room, then try again.',
  }),
  'database-corrupt': () => ({
    title: 'Paydesk’s data is damaged',
    detail:
      'Nothing was deleted or repaired. Quit, keep a copy of the data folder, and show this to your IT before anything is sent again.',
  }),
  'database-newer': () => ({
    title: 'The data was written by a newer Paydesk',
    detail: 'Nothing was changed. Install the newer version to go on with it.',
  }),
  'database-read-only': () => ({
    title: 'Paydesk’s data cannot be written',
    detail:
      'Nothing was changed. The data folder must be writable by you, and not on a network drive. Show this to your IT.',
  }),
  'database-unavailable': () => ({
    title: 'Paydesk’s data cannot be opened',
    detail: 'Nothing was deleted. Another Paydesk may hold it, or its disk is away. Quit, then start again.',
  }),

  'update-must-wait': () => ({
    title: 'The update has to wait',
    detail: 'It is installed when no transfer runs. Try again when everything is sent.',
  }),
  ...statementErrorWords,
  ...libraryErrorWords,
  'command-unknown': () => ({
    title: 'This is not possible here',
    detail: `${untouched} The window and the program may be of different versions: quit Paydesk and start it again.`,
  }),
  'arguments-invalid': (details) => ({
    title: 'Something that was given cannot be used',
    detail: `${untouched}${fieldsWrong(details)}`,
  }),
  'sender-refused': () => ({
    title: 'This window may not ask for that',
    detail: `${untouched} Quit Paydesk and start it again.`,
  }),
  cancelled: () => ({
    title: 'It was cancelled',
    detail: 'What was finished before stays as it is.',
  }),
  unexpected: () => ({
    title: 'Something unexpected happened',
    detail:
      'Paydesk stopped this one thing and kept everything else. Try again; if it happens again, show this to your IT.',
  }),
};

/** What a clerk reads for an error. */
export function wordsOfError(error: {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;
}): ErrorWords {
  return errorWords[error.code](error.details);
}
