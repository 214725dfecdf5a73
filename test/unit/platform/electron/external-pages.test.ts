import { describe, expect, test } from 'vitest';
import {
  createExternalPages,
  openWebAddress,
} from '../../../../src/main/platform/electron/external-pages.ts';
import { records } from '../../../host/records.ts';

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
  test.each<readonly [readonly string[], string, readonly string[]]>([
    [[helpPage], helpPage, [helpPage]],
    ...[`${helpPage}/`, `${helpPage}?x=1`, helpPage.replace('/pay', '.evil.example/pay'), ''].map(
      (address) => [[helpPage], address, []] as const,
    ),
    ...[
      'http://intranet.example/',
      'https://user:word@intranet.example/',
      'https://user@intranet.example/',
      'https://:word@intranet.example/',
      'smb://server',
      'nonsense',
    ].map((address) => [[address], address, []] as const),
  ])('with the allowed pages %o and the address %s opens %o', async (allowed, address, opened) => {
    records.opened.length = 0;
    expect(await createExternalPages(allowed).open(address)).toBe(opened.length > 0);
    expect(records.opened).toEqual(opened);
  });
});
