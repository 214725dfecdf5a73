import { describe, expect, test } from 'vitest';
import { type ErrorDetails, errorCodes } from '../../../src/shared/errors.ts';
import { t } from '../../../src/shared/messages/index.ts';
import { componentWords } from '../../../src/shared/words/components.ts';
import { counted, formatList, formatNumber } from '../../../src/shared/words/count.ts';
import { errorWords, wordsOfError } from '../../../src/shared/words/errors.ts';
import { shellWords } from '../../../src/shared/words/shell.ts';

const full: ErrorDetails = {
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
  lost: true,
};

describe('the words of errors', () => {
  test.each(errorCodes)('%s has a title and sentences, with details and without', (code) => {
    for (const details of [{}, full]) {
      const { title, detail } = wordsOfError({ code, details });
      expect(title).toMatch(/^\S.*[^.!]$/);
      expect(detail).toMatch(/^\S.*[.]$/);
      expect(`${title} ${detail}`).not.toMatch(/undefined|null|NaN|\[object|\s{2}|\.\./);
    }
  });

  test.each(errorCodes)('%s asks no empty question and shouts nothing', (code) => {
    const { title, detail } = wordsOfError({ code, details: full });
    expect(`${title} ${detail}`).not.toMatch(/\bOK\b|are you sure|oops|sorry|please|!/i);
  });

  test('there is none for a code that does not exist', () => {
    expect(Object.keys(errorWords).sort()).toEqual([...errorCodes].sort());
  });

  test('say who answered what', () => {
    const { title, detail } = wordsOfError({
      code: 'key-refused',
      details: { host: 'auth.beta.payments.example', status: 401, message: '' },
    });
    expect(title).toBe('The API key was refused');
    expect(detail).toMatch(/^auth\.beta\.payments\.example answered 401\. /);
  });

  test('repeat what the service said as its words', () => {
    const details = { host: 'h.example', status: 422, message: 'No such recipient' };
    expect(wordsOfError({ code: 'service-refused', details }).detail).toContain(
      'h.example answered 422. Message: “No such recipient”.',
    );
  });

  test('name the fields that were seen, and what is not among them', () => {
    const details = { host: 'h.example', missing: 'token', fields: ['companyId', 'session', 'ttl'] };
    expect(wordsOfError({ code: 'answer-not-understood', details }).detail).toBe(
      'Fields seen: companyId, session, ttl. The answer contains no token.',
    );
  });

  test('tell a web page from an answer', () => {
    const details = { host: 'h.example', missing: 'token', fields: [], contentType: 'text/html' };
    expect(wordsOfError({ code: 'answer-not-understood', details }).detail).toContain('web page');
  });

  test('tell an issuer from a system code', () => {
    const said = (cause: string) =>
      wordsOfError({ code: 'certificate-untrusted', details: { host: 'h.example', cause } }).detail;
    expect(said('Nordlicht Proxy CA 2')).toContain('issued by Nordlicht Proxy CA 2');
    expect(said('SELF_SIGNED_CERT_IN_CHAIN')).toContain('(SELF_SIGNED_CERT_IN_CHAIN)');
  });

  test('tell a key that was lost from one that was never kept', () => {
    const said = (lost: boolean) => wordsOfError({ code: 'api-key-needed', details: { lost } }).title;
    expect(said(true)).toContain('no longer');
    expect(said(false)).not.toContain('no longer');
  });

  test('say what keeps a batch from starting, the first thing first', () => {
    const said = (details: ErrorDetails) => wordsOfError({ code: 'batch-not-ready', details }).detail;
    expect(said({ checking: 1, unassigned: 4, toAttach: 0 })).toContain('1 file is still being checked');
    expect(said({ checking: 0, unassigned: 4, toAttach: 0 })).toContain('4 files have no beneficiary');
    expect(said({ checking: 0, unassigned: 0, toAttach: 0 })).toContain('no document to attach');
  });
});

describe('counts', () => {
  test('take the form of the word that fits', () => {
    const forms = { one: 'document', other: 'documents' };
    expect([0, 1, 2, 1284].map((count) => counted(count, forms))).toEqual([
      '0 documents',
      '1 document',
      '2 documents',
      '1,284 documents',
    ]);
    expect(formatNumber(12_048)).toBe('12,048');
  });

  test('are listed with an and', () => {
    expect(formatList(['a', 'b', 'c'])).toBe('a, b and c');
  });

  test('of a key say how much arrived', () => {
    expect(componentWords.secret.pasted(32)).toBe('32 characters pasted');
    expect(componentWords.secret.typed(1)).toBe('1 character');
  });

  test('of files without a place name a few', () => {
    expect(componentWords.files.withoutPlace(['a.pdf'])).toContain('“a.pdf” has no place');
    const many = componentWords.files.withoutPlace(['a', 'b', 'c', 'd', 'e']);
    expect(many).toContain('5 files have no place');
    expect(many).toContain('2 more');
    expect(many).not.toContain('“d”');
  });

  test('agree with the rest of the sentence', () => {
    expect([
      t('documentsAssign.folders.summary', { matched: 1, whole: 1 }),
      t('documentsAssign.folders.summary', { matched: 1, whole: 3 }),
      t('documentsAssign.folders.summary', { matched: 2, whole: 3 }),
    ]).toEqual([
      '1 of 1 folder has a beneficiary',
      '1 of 3 folders has a beneficiary',
      '2 of 3 folders have a beneficiary',
    ]);
    expect(t('documentsReview.checks.waiting', { count: 1 })).toBe(
      '1 file is unavailable and is sent automatically later',
    );
    expect(t('documentsReview.checks.waiting', { count: 3 })).toBe(
      '3 files are unavailable and are sent automatically later',
    );
  });

  test('on the rail speak', () => {
    expect(shellWords.rail.needsYou(1)).toBe('1 needs you');
    expect(shellWords.rail.needsYou(5)).toBe('5 need you');
  });
});
