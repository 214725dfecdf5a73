/** @file The practice company: its wallets and the companies that it pays. All names and accounts are invented. */

/** A wallet. Section 4.2 leaves its fields open. */
export interface Wallet {
  readonly id: number;
  readonly name: string;
  /** ISO 4217. */
  readonly currency: string;
  /** Digits after the decimal point. */
  readonly decimals: 0 | 2 | 3;
}

export const companyName = 'Practice company';

const euro: Wallet = { id: 1001, name: 'Main account', currency: 'EUR', decimals: 2 };

/** The wallets, including currencies with zero and with three decimals. */
export const wallets: readonly [Wallet, ...Wallet[]] = [
  euro,
  { id: 1002, name: 'Suppliers', currency: 'EUR', decimals: 2 },
  { id: 1003, name: 'Operations United States', currency: 'USD', decimals: 2 },
  { id: 1004, name: 'Operations United Kingdom', currency: 'GBP', decimals: 2 },
  { id: 1005, name: 'Zürich office', currency: 'CHF', decimals: 2 },
  { id: 1006, name: 'Osaka office', currency: 'JPY', decimals: 0 },
  { id: 1007, name: 'Gdańsk warehouse', currency: 'PLN', decimals: 2 },
  { id: 1008, name: 'Göteborg warehouse', currency: 'SEK', decimals: 2 },
  { id: 1009, name: 'Kuwait project', currency: 'KWD', decimals: 3 },
  { id: 1010, name: 'Singapore trading', currency: 'SGD', decimals: 2 },
  { id: 1011, name: 'Toronto trading', currency: 'CAD', decimals: 2 },
  { id: 1012, name: 'Reserve', currency: 'USD', decimals: 2 },
];

export function findWallet(id: number): Wallet | null {
  return wallets.find((wallet) => wallet.id === id) ?? null;
}

/** The other party of a transaction. */
export interface Counterparty {
  readonly name: string;
  /** The name in Latin letters, for formats that support no others. */
  readonly latinName: string;
  readonly town: string;
  readonly latinTown: string;
  /** ISO 3166 country. */
  readonly country: string;
  /** Valid check digits, and a bank code of zeros, which no real account has. */
  readonly iban: string;
}

/** Lengths of account numbers, by country. */
const ibanLengths: Readonly<Record<string, number>> = {
  DE: 22,
  FR: 27,
  NL: 18,
  ES: 24,
  IT: 27,
  PL: 28,
  GB: 22,
  CH: 21,
  SE: 24,
  AT: 20,
  FI: 18,
  CZ: 24,
};

const inventedCompanies: readonly [string, string, string][] = [
  ['Quillfeather Paper Works', 'Neustadt', 'DE'],
  ['Moosbacher & Tönne', 'Altdorf', 'DE'],
  ['Atelier Vermillon-Dax', 'Saint-Exemple', 'FR'],
  ['Boulangerie Petit-Gris', 'Beauvoisin', 'FR'],
  ['Van Dravik Scheepsbouw', 'Oudewaard', 'NL'],
  ['Tulipa Zaden', 'Lisserhoek', 'NL'],
  ['Cerámica Olmedilla, S.L.', 'Villa Ejemplo', 'ES'],
  ['Transportes Ruizgarza', 'Puerto Inventado', 'ES'],
  ['Officina Bellapenna', 'Borgo Finto', 'IT'],
  ['Seta e Lino Morvani', 'Monte Esempio', 'IT'],
  ['Drukarnia Żurawiec', 'Przykładowo', 'PL'],
  ['Meble Świerkowa', 'Nowe Pole', 'PL'],
  ['Ashgrove "Fine" Bindings', 'Little Sampleton', 'GB'],
  ['Pennywhistle Logistics', 'Mockford', 'GB'],
  ['Uhrwerk Tannenegg', 'Musterlikon', 'CH'],
  ['Käserei Blumental', 'Oberbeispiel', 'CH'],
  ['Nordvik Trävaror', 'Exempelsund', 'SE'],
  ['Ljusberga Glasbruk', 'Provköping', 'SE'],
  ['Holzmanufaktur Steinwender', 'Probedorf', 'AT'],
  ['Alpenquell Getränke', 'Musterbach', 'AT'],
];

/** The companies of the sample documents (assets/samples), so that documents, proofs and statements match. */
const sampleCompanies: readonly [
  name: string,
  town: string,
  country: string,
  latinName?: string,
  latinTown?: string,
][] = [
  ['Ahlström Konepaja Oy', 'Esimerkkilä', 'FI'],
  ['Škoda Lisovna Plzeň a.s', 'Vzorov', 'CZ'],
  ['株式会社東海精機', '見本市', 'JP', 'Tokai Seiki K.K.', 'Mihonshi'],
  ['Kärcher Hydraulik GmbH', 'Musterstadt', 'DE'],
  ['Kwiatkowski Logistyka Sp. z o.o.', 'Przykładowo', 'PL'],
];

/** Creates an IBAN with its check digits (ISO 7064 MOD 97-10). */
function completeIban(country: string, bankAndAccount: string): string {
  const digits = `${bankAndAccount}${country}00`.replace(/[A-Z]/g, (letter) =>
    String(Number.parseInt(letter, 36)),
  );
  return `${country}${String(98n - (BigInt(digits) % 97n)).padStart(2, '0')}${bankAndAccount}`;
}

function createCounterparty(
  [name, town, country, latinName = name, latinTown = town]: readonly [
    string,
    string,
    string,
    string?,
    string?,
  ],
  index: number,
): Counterparty {
  // Country code and check digits take the first four characters.
  const bankAndAccountLength = (ibanLengths[country] ?? 22) - 4;
  const bankAndAccount = String(70_000_000 + index * 1_234_567).padStart(bankAndAccountLength, '0');
  return { name, latinName, town, latinTown, country, iban: completeIban(country, bankAndAccount) };
}

const firstCounterparty: Counterparty = {
  name: 'Lampwright Instruments, Ltd',
  latinName: 'Lampwright Instruments, Ltd',
  town: 'Upper Sampleton',
  latinTown: 'Upper Sampleton',
  country: 'GB',
  iban: completeIban('GB', 'PRAC00000070000000'),
};

export const counterparties: readonly [Counterparty, ...Counterparty[]] = [
  firstCounterparty,
  ...[...inventedCompanies, ...sampleCompanies].map(createCounterparty),
];

/** True for a company of the sample documents. */
export function isSampleCompany({ name }: Counterparty): boolean {
  return sampleCompanies.some(([sample]) => sample === name);
}

/** Returns the IBAN of the account from which the company pays with a wallet. */
export function companyIban(wallet: Wallet): string {
  return completeIban('DE', String(wallet.id).padStart(18, '0'));
}

/** BIC of the invented bank of all counterparties; the country code XX does not exist. */
export const practiceBic = 'PRACXXM0XXX';
