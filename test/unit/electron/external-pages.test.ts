import { describe, expect, test } from 'vitest';
import { createExternalPages, openWebAddress } from '../../../src/main/electron/external-pages.ts';
import { records } from '../../host/records.ts';

const helpPage = 'https://intranet.nordlicht.example/paydesk';

describe('an address in a proof', () => {
  test('is opened when it is an https address with a host name', async () => {
    records.opened.length = 0;
    await openWebAddress('https://proofs.example/1');
    expect(records.opened).toEqual(['https://proofs.example/1']);
  });

  test.each(['http://proofs.example/1', 'file:///etc/passwd', 'https://10.0.0.1/', 'ms-settings:', ''])(
    'is not opened when it is %s',
    async (address) => {
      records.opened.length = 0;
      await expect(openWebAddress(address)).rejects.toMatchObject({ code: 'link-not-allowed' });
      expect(records.opened).toEqual([]);
    },
  );
});

describe('the system browser', () => {
  test('opens a page on the list of allowed pages', async () => {
    records.opened.length = 0;
    expect(await createExternalPages([helpPage]).open(helpPage)).toBe(true);
    expect(records.opened).toEqual([helpPage]);
  });

  test.each([
    'https://intranet.nordlicht.example/paydesk/',
    'https://intranet.nordlicht.example/paydesk?x=1',
    'https://intranet.nordlicht.example.evil.example/paydesk',
    'http://intranet.nordlicht.example/paydesk',
    'file:///etc/passwd',
    'ms-settings:',
    '\\\\server\\share',
    '',
  ])('does not open %s, which is not on the list', async (address) => {
    records.opened.length = 0;
    expect(await createExternalPages([helpPage]).open(address)).toBe(false);
    expect(records.opened).toEqual([]);
  });

  test.each([
    'http://intranet.example/',
    'https://user:word@intranet.example/',
    'https://user@intranet.example/',
    'https://:word@intranet.example/',
    'smb://server',
    'nonsense',
  ])('does not open the unsuitable address %s when it is on the list', async (address) => {
    records.opened.length = 0;
    expect(await createExternalPages([address]).open(address)).toBe(false);
    expect(records.opened).toEqual([]);
  });
});
