import { describe, expect, test } from 'vitest';
import { isSignedBy, type RunProgram } from '../../../../src/main/platform/updates/authenticode.ts';

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
    const answer = { ...validAnswer, subject: encodeAsCodes(subject) };
    expect(await check(answer, ['CN=Older', publisher])).toBe(true);
  });

  test.each<[string, object]>([
    ['it is not valid', { status: 1 }],
    ['it has the name of another publisher', { subject: encodeAsCodes(publisher.replace('C=DE', 'C=US')) }],
    ['its name is only the beginning of the publisher’s name', { subject: encodeAsCodes('CN=Paydesk GmbH') }],
    ['the file has no signature', { status: 2, subject: '' }],
    ['it is of another file', { path: encodeAsCodes('C:\\Windows\\notepad.exe') }],
    ['the status is a text', { status: 'Valid' }],
    ['the name is not encoded as codes', { subject: publisher }],
    ['a code is out of range', { subject: '99999' }],
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

  test('is checked by the PowerShell in SystemRoot only when SystemRoot is on a local drive', async () => {
    const programs: string[] = [];
    const roots = ['C:\\Windows', 'D:\\WinNT\\', 'Windows', '', undefined, '\\\\server\\Windows'];
    for (const systemRoot of roots) {
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

  test('is checked without the module path of another PowerShell, with escaped straight and typographic quotes in the path', async () => {
    const environment = { ...systemEnvironment, PSMODULEPATH: 'C:\\PowerShell\\7\\Modules', TEMP: 'T' };
    const runs: { script: string; environment: object }[] = [];
    await isSignedBy([publisher], `${file}\u2019`, environment, (_program, args, passedEnvironment) => {
      runs.push({ script: args.at(-1) ?? '', environment: passedEnvironment });
      return Promise.resolve('');
    });
    const path = "C:\\Users\\mh\\AppData\\Local\\paydesk-updater\\pending\\it''s.exe\u2019\u2019";
    const script = expect.stringContaining(`-LiteralPath '${path}'`);
    expect(runs).toEqual([{ script, environment: { ...systemEnvironment, TEMP: 'T' } }]);
  });
});
