import { describe, expect, test } from 'vitest';
import { filesNotSavedMessage } from '../../../src/renderer/components/files/files-not-saved.ts';
import { type ErrorCode, type ErrorDetails, errorCodes } from '../../../src/shared/errors.ts';
import { describeError, errorMessages } from '../../../src/shared/messages/error-messages.ts';

const allDetails: ErrorDetails = {
  host: 'auth.beta.payments.example',
  status: 403,
  message: 'Not allowed',
  cause: 'ECONNREFUSED',
  retryAfter: 120_000,
  missing: 'token',
  fields: ['companyId', 'session', 'ttl'],
  contentType: 'application/json',
  name: 'Rechnung.pdf',
  label: 'Kärcher Hydraulik GmbH',
  unassigned: 3,
  checking: 0,
  documents: 214,
  beneficiaries: 38,
  // The saved API key is no longer in the keychain.
  lost: true,
};

/** Returns the detail of an error's message. */
const detailOf = (code: ErrorCode, details: ErrorDetails) => describeError({ code, details }).detail;

describe('the message of an error', () => {
  test.each(errorCodes)('%s has a title and plain sentences, with details and without', (code) => {
    for (const details of [{}, allDetails]) {
      const { title, detail } = describeError({ code, details });
      expect(title).toMatch(/^\S.*[^.!]$/);
      expect(detail).toMatch(/^\S.*[.]$/);
      expect(`${title} ${detail}`).not.toMatch(/undefined|null|NaN|\[object|\s{2}|\.\./);
      expect(`${title} ${detail}`).not.toMatch(/\bOK\b|are you sure|oops|sorry|please|!/i);
    }
  });

  test('exists for every error code, and for no code outside the list', () => {
    expect(Object.keys(errorMessages).sort()).toEqual([...errorCodes].sort());
  });

  test('of a refusal begins with the reason of the service, and keeps a long reason in the detail', () => {
    const details = {
      host: 'h.example',
      status: 400,
      message: 'The bank has not confirmed this payment yet',
    };
    const { title, detail } = describeError({ code: 'service-refused', details });
    expect(title).toBe('The service refused: “The bank has not confirmed this payment yet”');
    expect(detail).toMatch(/^h\.example answered 400\. /);
    expect(detail).not.toContain('confirmed');
    const long = { ...details, message: 'x'.repeat(400) };
    expect(describeError({ code: 'service-refused', details: long }).title).toBe(
      'The service refused the request',
    );
    expect(detailOf('service-refused', long)).toContain(`“${'x'.repeat(400)}”`);
  });

  const host = 'h.example';
  const counts = { checking: 0, unassigned: 0, toAttach: 0 };
  const fields = ['companyId', 'session'];
  test.each<[ErrorCode, ErrorDetails, string]>([
    [
      'answer-not-understood',
      { host, missing: 'token', fields },
      'Fields seen: companyId, session. The resp',
    ],
    ['answer-not-understood', { host, missing: 'token', fields: [], contentType: 'text/html' }, 'web page'],
    ['certificate-untrusted', { host, cause: 'Nordlicht Proxy CA 2' }, 'issued by Nordlicht Proxy CA 2'],
    ['certificate-untrusted', { host, cause: 'SELF_SIGNED_CERT' }, '(SELF_SIGNED_CERT)'],
    ['api-key-needed', { lost: true }, 'no longer'],
    ['batch-not-ready', { ...counts, checking: 1, unassigned: 4 }, '1 file is still being checked'],
    ['batch-not-ready', { ...counts, unassigned: 4 }, '4 files have no beneficiary'],
    ['batch-not-ready', counts, 'no document to attach'],
  ])('of %s with %o contains the cause: %s', (code, details, text) => {
    const { title, detail } = describeError({ code, details });
    expect(`${title} ${detail}`).toContain(text);
  });

  test('of an API key that was never saved does not call the key lost', () => {
    expect(describeError({ code: 'api-key-needed', details: { lost: false } }).title).not.toContain(
      'no longer',
    );
  });
});

test('a message names the first three of the files that are not saved, and counts the others', () => {
  const messageOf = (...names: string[]) =>
    filesNotSavedMessage(
      ['on-disk.pdf', ...names].map((name) => ({ name, size: 1, lastModified: 0 })),
      names.map((_, index) => index + 1),
    );
  expect(messageOf('a.pdf')).toContain('“a.pdf” isn’t saved on this computer');
  const messageOfFive = messageOf('a', 'b', 'c', 'd', 'e');
  expect(messageOfFive).toContain('5 files aren’t saved on this computer');
  expect(messageOfFive).toContain('2 more');
  expect(messageOfFive).not.toContain('“d”');
});
