/** @file Checks of IBANs, BICs and UETRs. A failure is reported next to the value; the value is never corrected. */
import type { CheckFailure } from '../../../../shared/model/proofs/check-failure.ts';

/** IBAN lengths by country, from the SWIFT IBAN registry. */
const lengthsByCountry =
  'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 ' +
  'FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 ' +
  'LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 ' +
  'RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30';
const ibanLengths = new Map(
  lengthsByCountry.split(' ').map((entry): [string, number] => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** Maximum difference from the IBAN length at which an account counts as a mistyped IBAN. */
const maxIbanLengthDifference = 2;

/** Verifies check digits by ISO 7064 MOD 97-10, with country code and check digits moved to the end. */
function hasValidCheckDigits(iban: string): boolean {
  let remainder = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}

/** Returns true for masked values such as `DE89********3000` and for placeholders, which cannot be checked. */
function isWithheld(value: string): boolean {
  return value === '' || /[*•#…]|X{4}/i.test(value) || /^NOT ?PROVIDED$/i.test(value);
}

/** Checks a value that is labelled as an IBAN. Spaces between groups are ignored. */
export function checkIban(value: string): CheckFailure | null {
  const iban = value.replace(/\s/g, '').toUpperCase();
  if (isWithheld(iban)) return null;
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{1,30}$/.test(iban)) return 'iban-form';
  const length = ibanLengths.get(iban.slice(0, 2));
  if (length !== undefined && iban.length !== length) return 'iban-length';
  return hasValidCheckDigits(iban) ? null : 'iban-digits';
}

/** Checks an account that is not labelled as an IBAN but has the form and nearly the length of one. */
export function checkAccount(value: string): CheckFailure | null {
  const account = value.replace(/\s/g, '');
  const length = ibanLengths.get(account.slice(0, 2));
  if (length === undefined || !/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(account)) return null;
  return Math.abs(account.length - length) <= maxIbanLengthDifference ? checkIban(account) : null;
}

/** Checks the form of a BIC (ISO 9362): eight or eleven letters and digits, the fifth and sixth of them letters. */
export function checkBic(value: string): CheckFailure | null {
  const bic = value.trim();
  if (isWithheld(bic)) return null;
  return /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(bic) ? null : 'bic-form';
}

/** Checks the form of a UETR: a UUID of version 4. */
export function checkUetr(value: string): CheckFailure | null {
  const uetr = value.trim();
  if (isWithheld(uetr)) return null;
  const isUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.test(uetr);
  return isUuid ? null : 'uetr-form';
}
