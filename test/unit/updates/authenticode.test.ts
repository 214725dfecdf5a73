import { describe, expect, test } from 'vitest';
import { isSignedBy, type RunProgram } from '../../../src/main/updates/authenticode.ts';

const publisher = 'CN=Paydesk GmbH, O=Paydesk GmbH, L=Hamburg, C=DE';
const systemEnvironment = { SystemRoot: 'C:\\Windows' };
const file = "C:\\Users\\mh\\AppData\\Local\\paydesk-updater\\pending\\it's.exe";
const printJson =
  (value: unknown): RunProgram =>
  () =>
    Promise.resolve(JSON.stringify(value));
/** Encodes a text as PowerShell prints it: character codes separated by spaces. */
const encodeAsCodes = (text: string) =>
  Array.from({ length: text.length }, (_, index) => text.charCodeAt(index)).join(' ');
const validAnswer = { status: 0, subject: encodeAsCodes(publisher), path: encodeAsCodes(file) };

describe('the signature of an installer', () => {
  test.each([
    publisher,
    'CN=Paydesk GmbH,O=Paydesk GmbH,L=Hamburg,C=DE',
    'C=DE, L=Hamburg, O="Paydesk GmbH", CN=Paydesk GmbH',
  ])('is accepted when it is valid and has the full name of the publisher as %s', async (subject) => {
    expect(
      await isSignedBy(
        ['CN=Older', publisher],
        file,
        systemEnvironment,
        printJson({ ...validAnswer, subject: encodeAsCodes(subject) }),
      ),
    ).toBe(true);
  });

  test.each<[string, unknown]>([
    ['it is not valid', { ...validAnswer, status: 1 }],
    [
      'it has the name of another publisher',
      { ...validAnswer, subject: encodeAsCodes('CN=Paydesk GmbH, O=Paydesk GmbH, L=Hamburg, C=US') },
    ],
    [
      'its name is only the beginning of the publisher’s name',
      { ...validAnswer, subject: encodeAsCodes('CN=Paydesk GmbH') },
    ],
    ['the file has no signature', { ...validAnswer, status: 2, subject: '' }],
    ['it is of another file', { ...validAnswer, path: encodeAsCodes('C:\\Windows\\notepad.exe') }],
    ['the answer has another form', [validAnswer]],
    ['the status is a text', { ...validAnswer, status: 'Valid' }],
    ['the name is not encoded as codes', { ...validAnswer, subject: publisher }],
    ['a code is out of range', { ...validAnswer, subject: '99999' }],
  ])('is refused when %s', async (_why, answer) => {
    expect(await isSignedBy([publisher], file, systemEnvironment, printJson(answer))).toBe(false);
  });

  test('is refused when PowerShell cannot run or prints nothing', async () => {
    expect(
      await isSignedBy([publisher], file, systemEnvironment, () => Promise.reject(new Error('ENOENT'))),
    ).toBe(false);
    expect(await isSignedBy([publisher], file, systemEnvironment, () => Promise.resolve(''))).toBe(false);
  });

  test('is refused when the list of publishers is empty', async () => {
    expect(await isSignedBy([], file, systemEnvironment, printJson({ ...validAnswer, subject: '' }))).toBe(
      false,
    );
    expect(await isSignedBy([], file, systemEnvironment, printJson(validAnswer))).toBe(false);
  });

  test('is checked by the PowerShell in SystemRoot only when SystemRoot is on a local drive', async () => {
    const programs: string[] = [];
    for (const systemRoot of [
      'C:\\Windows',
      'D:\\WinNT\\',
      'Windows',
      '',
      undefined,
      '\\\\server\\Windows',
    ]) {
      await isSignedBy([publisher], file, { SystemRoot: systemRoot }, (program) => {
        programs.push(program);
        return printJson(validAnswer)('', [], {});
      });
    }
    expect(programs).toEqual([
      'C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe',
      'D:\\WinNT\\System32\\WindowsPowerShell\\v1.0\\powershell.exe',
    ]);
  });

  test('is refused without SystemRoot', async () => {
    expect(await isSignedBy([publisher], file, {}, printJson(validAnswer))).toBe(false);
  });

  test('is accepted for an account and a publisher with umlauts in every code page', async () => {
    const müller = 'CN=Müller & Söhne 💶 GmbH, L=Köln, C=DE';
    const path = 'C:\\Users\\Jürgen\\AppData\\Local\\paydesk-updater\\pending\\setup.exe';
    let printed = '';
    let script = '';
    const isAccepted = await isSignedBy([müller], path, systemEnvironment, (_program, args) => {
      script = args.at(-1) ?? '';
      printed = JSON.stringify({ status: 0, subject: encodeAsCodes(müller), path: encodeAsCodes(path) });
      return Promise.resolve(printed);
    });
    expect(isAccepted).toBe(true);
    expect(printed).toMatch(/^[\x20-\x7e]+$/);
    for (const property of ['$s.Path', '$s.SignerCertificate.Subject']) {
      expect(script).toContain(`[int[]][char[]]${property} -join ' '`);
    }
  });

  test('is checked without the module path of another PowerShell', async () => {
    let passedEnvironment: object = {};
    const environment = {
      ...systemEnvironment,
      PSMODULEPATH: 'C:\\Program Files\\PowerShell\\7\\Modules',
      TEMP: 'T',
    };
    await isSignedBy([publisher], file, environment, (_program, _args, environment) => {
      passedEnvironment = environment;
      return Promise.resolve('');
    });
    expect(passedEnvironment).toEqual({ ...systemEnvironment, TEMP: 'T' });
  });

  test('is checked for a path whose quotes are escaped, both straight and typographic quotes', async () => {
    let script = '';
    await isSignedBy([publisher], `${file}\u2019`, systemEnvironment, (_program, args) => {
      script = args.at(-1) ?? '';
      return Promise.resolve('');
    });
    expect(script).toContain(
      "-LiteralPath 'C:\\Users\\mh\\AppData\\Local\\paydesk-updater\\pending\\it''s.exe\u2019\u2019'",
    );
  });
});
