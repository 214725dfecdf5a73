import { describe, expect, test } from 'vitest';
import { isSignedBy, type RunProgram } from '../../../src/main/updates/authenticode.ts';

const publisher = 'CN=Paydesk GmbH, O=Paydesk GmbH, L=Hamburg, C=DE';
const machine = { SystemRoot: 'C:\\Windows' };
const file = "C:\\Users\\mh\\AppData\\Local\\paydesk-updater\\pending\\it's.exe";
const printing =
  (value: unknown): RunProgram =>
  () =>
    Promise.resolve(JSON.stringify(value));
/** A text as PowerShell prints it: character codes separated by spaces. */
const codes = (text: string) =>
  Array.from({ length: text.length }, (_, place) => text.charCodeAt(place)).join(' ');
const validAnswer = { status: 0, subject: codes(publisher), path: codes(file) };

describe('the signature of an installer', () => {
  test.each([
    publisher,
    'CN=Paydesk GmbH,O=Paydesk GmbH,L=Hamburg,C=DE',
    'C=DE, L=Hamburg, O="Paydesk GmbH", CN=Paydesk GmbH',
  ])('is accepted when it is valid and has the full name %s', async (subject) => {
    expect(
      await isSignedBy(
        ['CN=Older', publisher],
        file,
        machine,
        printing({ ...validAnswer, subject: codes(subject) }),
      ),
    ).toBe(true);
  });

  test.each<[string, unknown]>([
    ['it is not valid', { ...validAnswer, status: 1 }],
    [
      'it has another name',
      { ...validAnswer, subject: codes('CN=Paydesk GmbH, O=Paydesk GmbH, L=Hamburg, C=US') },
    ],
    ['it has a name that only starts the same', { ...validAnswer, subject: codes('CN=Paydesk GmbH') }],
    ['there is no signature', { ...validAnswer, status: 2, subject: '' }],
    ['it is of another file', { ...validAnswer, path: codes('C:\\Windows\\notepad.exe') }],
    ['the answer has another form', [validAnswer]],
    ['the status is a text', { ...validAnswer, status: 'Valid' }],
    ['the name is not encoded as codes', { ...validAnswer, subject: publisher }],
    ['a code is out of range', { ...validAnswer, subject: '99999' }],
  ])('is refused when %s', async (_why, answer) => {
    expect(await isSignedBy([publisher], file, machine, printing(answer))).toBe(false);
  });

  test('is refused when PowerShell cannot run or prints nothing', async () => {
    expect(await isSignedBy([publisher], file, machine, () => Promise.reject(new Error('ENOENT')))).toBe(
      false,
    );
    expect(await isSignedBy([publisher], file, machine, () => Promise.resolve(''))).toBe(false);
  });

  test('is refused when no publisher is known', async () => {
    expect(await isSignedBy([], file, machine, printing({ ...validAnswer, subject: '' }))).toBe(false);
    expect(await isSignedBy([], file, machine, printing(validAnswer))).toBe(false);
  });

  test("is checked by the system's own PowerShell on any local drive", async () => {
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
        return printing(validAnswer)('', [], {});
      });
    }
    expect(programs).toEqual([
      'C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe',
      'D:\\WinNT\\System32\\WindowsPowerShell\\v1.0\\powershell.exe',
    ]);
  });

  test('is refused without SystemRoot', async () => {
    expect(await isSignedBy([publisher], file, {}, printing(validAnswer))).toBe(false);
  });

  test('is accepted for an account and a publisher with umlauts in every code page', async () => {
    const müller = 'CN=Müller & Söhne 💶 GmbH, L=Köln, C=DE';
    const path = 'C:\\Users\\Jürgen\\AppData\\Local\\paydesk-updater\\pending\\setup.exe';
    let printed = '';
    let script = '';
    const signed = await isSignedBy([müller], path, machine, (_program, args) => {
      script = args.at(-1) ?? '';
      printed = JSON.stringify({ status: 0, subject: codes(müller), path: codes(path) });
      return Promise.resolve(printed);
    });
    expect(signed).toBe(true);
    expect(printed).toMatch(/^[\x20-\x7e]+$/);
    for (const property of ['$s.Path', '$s.SignerCertificate.Subject']) {
      expect(script).toContain(`[int[]][char[]]${property} -join ' '`);
    }
  });

  test('is checked without the module path of another PowerShell', async () => {
    let given: object = {};
    const environment = { ...machine, PSMODULEPATH: 'C:\\Program Files\\PowerShell\\7\\Modules', TEMP: 'T' };
    await isSignedBy([publisher], file, environment, (_program, _args, environment) => {
      given = environment;
      return Promise.resolve('');
    });
    expect(given).toEqual({ ...machine, TEMP: 'T' });
  });

  test('is checked for a path whose quotes are escaped, straight and typographic ones', async () => {
    let script = '';
    await isSignedBy([publisher], `${file}\u2019`, machine, (_program, args) => {
      script = args.at(-1) ?? '';
      return Promise.resolve('');
    });
    expect(script).toContain(
      "-LiteralPath 'C:\\Users\\mh\\AppData\\Local\\paydesk-updater\\pending\\it''s.exe\u2019\u2019'",
    );
  });
});
