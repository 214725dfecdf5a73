import { describe, expect, test } from 'vitest';
import type { RunProgram } from '../../../../src/main/platform/system-programs.ts';
import { isSignedBy } from '../../../../src/main/platform/updates/authenticode.ts';

const publisher = 'CN=Paydesk GmbH, O=Paydesk GmbH, L=Hamburg, C=DE';
const systemEnvironment = { SystemRoot: 'C:\\Windows' };
const file = "C:\\Users\\mh\\AppData\\Local\\paydesk-updater\\pending\\it's.exe";
const printJson =
  (value: unknown): RunProgram =>
  () =>
    Promise.resolve([...Buffer.from(JSON.stringify(value), 'latin1')].join(','));
const validAnswer = { status: 0, subject: publisher, path: file };

/** Checks the signature of the installer with an answer of PowerShell. */
const check = (
  answer: unknown,
  publishers: readonly string[] = [publisher],
  environment: object = systemEnvironment,
) => isSignedBy(publishers, file, { ...environment }, printJson(answer));

describe('the signature of an installer', () => {
  test.each([
    publisher,
    'CN=Paydesk GmbH,O=Paydesk GmbH,L=Hamburg,C=DE',
    'C=DE, L=Hamburg, O="Paydesk GmbH", CN=Paydesk GmbH',
  ])('is accepted when it is valid and has the full name of the publisher as %s', async (subject) => {
    const answer = { ...validAnswer, subject };
    expect(await check(answer, ['CN=Older', publisher])).toBe(true);
  });

  test.each<[string, object]>([
    ['it is not valid', { status: 1 }],
    ['it has the name of another publisher', { subject: publisher.replace('C=DE', 'C=US') }],
    ['its name is only the beginning of the publisher’s name', { subject: 'CN=Paydesk GmbH' }],
    ['the file has no signature', { status: 2, subject: '' }],
    ['it is of another file', { path: 'C:\\Windows\\notepad.exe' }],
    ['the status is a text', { status: 'Valid' }],
  ])('is refused when %s', async (_why, changed) => {
    expect(await check({ ...validAnswer, ...changed })).toBe(false);
  });

  test('is refused without a list of publishers, SystemRoot or a usable answer of PowerShell', async () => {
    expect(await check({ ...validAnswer, subject: '' }, [])).toBe(false);
    expect(await check(validAnswer, [])).toBe(false);
    expect(await check(validAnswer, [publisher], {})).toBe(false);
    expect(await check([validAnswer])).toBe(false);
    for (const run of [() => Promise.reject(new Error('ENOENT')), () => Promise.resolve('')])
      expect(await isSignedBy([publisher], file, systemEnvironment, run)).toBe(false);
  });

  test('is checked with escaped straight and typographic quotes in the path', async () => {
    const scripts: (string | undefined)[] = [];
    await isSignedBy([publisher], `${file}\u2019`, systemEnvironment, (_program, args) => {
      scripts.push(args.at(-1));
      return Promise.resolve('');
    });
    const path = "C:\\Users\\mh\\AppData\\Local\\paydesk-updater\\pending\\it''s.exe\u2019\u2019";
    expect(scripts).toEqual([expect.stringContaining(`-LiteralPath '${path}'`)]);
  });
});
