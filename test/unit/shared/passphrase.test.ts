import { expect, test } from 'vitest';
import { isLongEnough, strengthOf } from '../../../src/shared/model/session/passphrase.ts';

test.each([
  ['elevenchars', 'short'],
  ['  elevenchars  ', 'short'],
  ['🔑'.repeat(11), 'short'],
  ['aaaaaaaaaaaaaaaaaaaaaaaa', 'weak'],
  ['abababababababababababababababab', 'weak'],
  ['passwordpassword', 'weak'],
  ['otter lamp kiln bread', 'fair'],
  ['otter lamp kiln bread violet anchor', 'strong'],
  ['kX7#qP2!vR9_', 'fair'],
  ['kX7#qP2!vR9_wzT4%', 'strong'],
])('the passphrase “%s” is %s', (passphrase, strength) => {
  expect(strengthOf(passphrase)).toBe(strength);
  expect(isLongEnough(passphrase)).toBe(strength !== 'short');
});
