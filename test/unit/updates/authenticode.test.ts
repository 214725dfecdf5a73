import { describe, expect, test } from 'vitest';
import { isSignedBy, type Run } from '../../../src/main/updates/authenticode.ts';

const publisher = 'CN=Paydesk GmbH, O=Paydesk GmbH, L=Hamburg, C=DE';
const root = 'C:\\Windows';
const file = "C:\\Users\\mh\\AppData\\Local\\paydesk-updater\\pending\\it's.exe";
const says =
  (value: unknown): Run =>
  () =>
    Promise.resolve(JSON.stringify(value));
const good = { status: 0, subject: publisher, path: file };

describe('the signature of an installer', () => {
  test.each([
    publisher,
    'CN=Paydesk GmbH,O=Paydesk GmbH,L=Hamburg,C=DE',
    'C=DE, L=Hamburg, O="Paydesk GmbH", CN=Paydesk GmbH',
  ])('is good when it is valid and of the whole name %s', async (subject) => {
    expect(await isSignedBy(['CN=Older', publisher], file, root, says({ ...good, subject }))).toBe(true);
  });

  test.each<[string, unknown]>([
    ['it is not valid', { ...good, status: 1 }],
    ['it is of another name', { ...good, subject: 'CN=Paydesk GmbH, O=Paydesk GmbH, L=Hamburg, C=US' }],
    ['it is of a name that begins alike', { ...good, subject: 'CN=Paydesk GmbH' }],
    ['there is none', { status: 2, subject: null, path: file }],
    ['it is of another file', { ...good, path: 'C:\\Windows\\notepad.exe' }],
    ['the answer is of another form', [good]],
    ['the status is a text', { ...good, status: 'Valid' }],
  ])('is refused when %s', async (_why, answer) => {
    expect(await isSignedBy([publisher], file, root, says(answer))).toBe(false);
  });

  test('is refused when PowerShell cannot run or says nothing', async () => {
    expect(await isSignedBy([publisher], file, root, () => Promise.reject(new Error('ENOENT')))).toBe(false);
    expect(await isSignedBy([publisher], file, root, () => Promise.resolve(''))).toBe(false);
  });

  test('is refused when no publisher is known', async () => {
    expect(await isSignedBy([], file, root, says({ ...good, subject: '' }))).toBe(false);
    expect(await isSignedBy([], file, root, says(good))).toBe(false);
  });

  test("is asked of the system's own PowerShell, wherever the system lies", async () => {
    const asked: string[] = [];
    for (const systemRoot of [
      'C:\\Windows',
      'D:\\WinNT\\',
      'Windows',
      '',
      undefined,
      '\\\\server\\Windows',
    ]) {
      await isSignedBy([publisher], file, systemRoot, (program) => {
        asked.push(program);
        return says(good)('', []);
      });
    }
    expect(asked).toEqual([
      'C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe',
      'D:\\WinNT\\System32\\WindowsPowerShell\\v1.0\\powershell.exe',
    ]);
  });

  test('is refused without a folder of the system', async () => {
    expect(await isSignedBy([publisher], file, undefined, says(good))).toBe(false);
  });

  test('is asked for by a path that cannot leave its quotes', async () => {
    let script = '';
    await isSignedBy([publisher], file, root, (_program, args) => {
      script = args.at(-1) ?? '';
      return Promise.resolve('');
    });
    expect(script).toContain(
      "-LiteralPath 'C:\\Users\\mh\\AppData\\Local\\paydesk-updater\\pending\\it''s.exe'",
    );
  });
});
