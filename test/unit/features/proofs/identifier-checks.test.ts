import { expect, test } from 'vitest';
import {
  checkAccount,
  checkBic,
  checkIban,
  checkUetr,
} from '../../../../src/main/features/proofs/extraction/identifier-checks.ts';
import {
  companyIban,
  counterparties,
  practiceBic,
  wallets,
} from '../../../../src/main/practice/data/company.ts';

test.each([
  ['DE89370400440532013000', null],
  ['GB29 NWBK 6016 1331 9268 19', null],
  ['de89370400440532013000', null],
  ['MT84MALT011000012345MTLCAST001S', null],
  ['NO9386011117947', null],
  // A country that the registry does not list yet.
  ['ZZ2370400440532013000', 'iban-digits'],
  ['DE88370400440532013000', 'iban-digits'],
  ['DE8937040044053201300', 'iban-length'],
  ['GB29NWBK6016133192681900', 'iban-length'],
  ['8937040044', 'iban-form'],
  ['DE89-3704-0044-0532-0130-00', 'iban-form'],
  // Partly masked values cannot be checked.
  ['DE89**************3000', null],
  ['NOTPROVIDED', null],
])('the check of the IBAN %s returns %s', (value, failure) => {
  expect(checkIban(value)).toBe(failure);
});

test.each([
  ['DE88370400440532013000', 'iban-digits'],
  ['DE8937040044053201300', 'iban-length'],
  // Account numbers that are no IBANs, whatever their first characters are.
  ['65479512', null],
  ['DE8547812', null],
  ['AB12345678901234567890', null],
  ['20061120050500001A01234', null],
])('the check of the account number %s returns %s', (value, failure) => {
  expect(checkAccount(value)).toBe(failure);
});

test.each([
  ['DEUTDEFF', null],
  ['DEUTDEFF500', null],
  ['A1B2DEFFXXX', null],
  ['DEUTDEFF5', 'bic-form'],
  ['DEUT12FF', 'bic-form'],
  ['deutdeff', 'bic-form'],
  ['NOTPROVIDED', null],
])('the check of the BIC %s returns %s', (value, failure) => {
  expect(checkBic(value)).toBe(failure);
});

test.each([
  ['7a562c67-ca16-48ba-b074-65581be6f001', null],
  ['7A562C67-CA16-48BA-B074-65581BE6F001', null],
  ['7a562c67-ca16-18ba-b074-65581be6f001', 'uetr-form'],
  ['7a562c67-ca16-48ba-c074-65581be6f001', 'uetr-form'],
  ['7a562c67ca1648bab07465581be6f001', 'uetr-form'],
])('the check of the UETR %s returns %s', (value, failure) => {
  expect(checkUetr(value)).toBe(failure);
});

test('the accounts and the bank of the practice company pass their checks', () => {
  const accounts = [...counterparties.map(({ iban }) => iban), ...wallets.map(companyIban)];
  expect(accounts.map(checkIban).filter((failure) => failure !== null)).toEqual([]);
  expect(checkBic(practiceBic)).toBeNull();
});
