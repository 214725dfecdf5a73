/** @file Reads the parties of a payment in JSON: names, accounts and banks. */
import { findMember, findText, isObject, type JsonNode } from './json-tree.ts';

/** One party of a payment; values that are ambiguous are `null`. */
export interface JsonParty {
  readonly name: string | null;
  readonly account: string | null;
  /** True when the account is labelled as an IBAN. */
  readonly isIban: boolean;
  /** A BIC, else the name of the bank. */
  readonly agent: string | null;
  readonly isBic: boolean;
}

/** Names of members that describe a party, unambiguous names first. */
export const debtorTerms = [
  'debtor',
  'dbtr',
  'payer',
  'remitter',
  'originator',
  'orderingcustomer',
  'orderingparty',
  'sender',
  'from',
];
export const creditorTerms = ['creditor', 'cdtr', 'beneficiary', 'payee', 'recipient', 'receiver', 'to'];
const ambiguousTerms = new Set(['sender', 'from', 'receiver', 'to']);

const nameNames = [
  'name',
  'nm',
  'fullname',
  'companyname',
  'legalname',
  'businessname',
  'organisationname',
  'organizationname',
  'displayname',
  'accountname',
  'accountholdername',
  'accountholder',
  'holdername',
];
const nestedPartyNames = ['party', 'pty', 'person', 'individual', 'company', 'organisation', 'organization'];
const accountNames = ['account', 'acct', 'bankaccount', 'accountdetails', 'accountidentification', 'id'];
const accountNumberNames = [
  'accountnumber',
  'accountno',
  'number',
  'bban',
  'accountid',
  'identification',
  'identifier',
  'id',
];
const bicNames = ['bic', 'bicfi', 'swift', 'swiftcode', 'swiftbic', 'biccode', 'bicorbei', 'bankbic'];
const bankNames = [
  'agent',
  'agt',
  'bank',
  'institution',
  'financialinstitution',
  'fininstnid',
  'financialinstitutionidentification',
];
const maxNesting = 3;

/** Returns a name with single spaces; `null` for a text without letters and for placeholders. */
function parseName(text: string | null): string | null {
  const name = text?.replace(/\s+/g, ' ').trim() ?? '';
  return /\p{L}/u.test(name) && !/^(?:NOT ?PROVIDED|null|n\/?a|unknown)$/i.test(name) ? name : null;
}

/**
 * Returns the name in a text that stands in place of a party object; `null` for an address, a number, a date or a BIC.
 */
function parseNameText(text: string | null, isAmbiguous: boolean): string | null {
  const name = parseName(text);
  if (name === null || /@|:\/\//.test(name)) return null;
  if (!name.includes(' ') && /\d/.test(name)) return null;
  return isAmbiguous && /^[A-Z]{8}(?:[A-Z]{3})?$/.test(name) ? null : name;
}

function findName(party: JsonNode, depth = 0): string | null {
  for (const memberName of nameNames) {
    const member = findMember(party, memberName);
    const name =
      parseName(member?.text ?? null) ?? (member !== null && isObject(member) ? findName(member) : null);
    if (name !== null) return name;
  }
  const givenName = findText(party, 'firstname', 'givenname', 'forename', 'first');
  const familyName = findText(party, 'lastname', 'surname', 'familyname', 'last');
  if (givenName !== null && familyName !== null) return parseName(`${givenName} ${familyName}`);
  if (depth >= maxNesting) return null;
  for (const memberName of [...nestedPartyNames, 'account', 'bankaccount']) {
    const member = findMember(party, memberName);
    const name = member !== null && isObject(member) ? findName(member, depth + 1) : null;
    if (name !== null) return name;
  }
  return null;
}

type Account = Pick<JsonParty, 'account' | 'isIban'>;

/** Finds the account in an account object or a party object. */
function findAccount(holder: JsonNode, isAccount: boolean, depth = 0): Account | null {
  const iban = findText(holder, 'iban', 'ibannumber', 'accountiban');
  if (iban !== null) return { account: iban, isIban: true };
  const scheme = findText(holder, 'schemename', 'scheme', 'type', 'identificationtype') ?? '';
  const number = findText(holder, ...(isAccount ? accountNumberNames : accountNumberNames.slice(0, 3)));
  if (number !== null) return { account: number, isIban: /iban/i.test(scheme) };
  if (depth >= maxNesting) return null;
  for (const memberName of [...accountNames, 'other', 'othr', ...nestedPartyNames]) {
    const member = findMember(holder, memberName);
    if (member?.text !== null && member?.text !== undefined && memberName !== 'id')
      return { account: member.text, isIban: false };
    const isInAccount = isAccount || accountNames.includes(memberName);
    const found = member !== null && isObject(member) ? findAccount(member, isInAccount, depth + 1) : null;
    if (found !== null) return found;
  }
  return null;
}

type Agent = Pick<JsonParty, 'agent' | 'isBic'>;

/** Finds the bank in a bank object or a party object. */
function findAgent(holder: JsonNode, isBank: boolean, depth = 0): Agent | null {
  const bic = findText(holder, ...bicNames);
  if (bic !== null) return { agent: bic, isBic: true };
  if (isBank && /bic/i.test(findText(holder, 'schemename', 'scheme') ?? '')) {
    const identification = findText(holder, 'identification', 'id');
    if (identification !== null) return { agent: identification, isBic: true };
  }
  if (depth >= maxNesting) return null;
  for (const memberName of bankNames) {
    const member = findMember(holder, memberName);
    const found = member !== null && isObject(member) ? findAgent(member, true, depth + 1) : null;
    if (found !== null) return found;
  }
  const name = isBank ? parseName(findText(holder, 'name', 'nm', 'bankname')) : null;
  return name === null ? null : { agent: name, isBic: false };
}

const appendSuffixes = (term: string, ...suffixes: readonly string[]) =>
  suffixes.map((suffix) => `${term}${suffix}`);

function findAccountByTerm(holder: JsonNode, term: string): Account | null {
  const iban = findText(holder, ...appendSuffixes(term, 'iban', 'accountiban', 'ibannumber'));
  if (iban !== null) return { account: iban, isIban: true };
  const member = findMember(
    holder,
    ...appendSuffixes(term, 'account', 'acct', 'accountnumber', 'accountno', 'bankaccount'),
  );
  if (member === null) return null;
  return member.text === null ? findAccount(member, true) : { account: member.text, isIban: false };
}

function findAgentByTerm(holder: JsonNode, term: string): Agent | null {
  const bic = findText(
    holder,
    ...appendSuffixes(term, 'bic', 'bankbic', 'agentbic', 'swift', 'swiftcode', 'bicfi'),
  );
  if (bic !== null) return { agent: bic, isBic: true };
  for (const memberName of appendSuffixes(term, 'agent', 'agt', 'bank', 'institution')) {
    const member = findMember(holder, memberName);
    if (member === null) continue;
    const found = member.text === null ? findAgent(member, true) : parseAgentText(member.text);
    if (found !== null) return found;
  }
  return toNamedAgent(findText(holder, ...appendSuffixes(term, 'bankname', 'agentname')));
}

const toNamedAgent = (text: string | null): Agent | null =>
  parseName(text) === null ? null : { agent: parseName(text), isBic: false };

function parseAgentText(text: string): Agent | null {
  return /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(text)
    ? { agent: text, isBic: true }
    : toNamedAgent(text);
}

function findPartyByTerm(holder: JsonNode, term: string): JsonParty | null {
  if (!holder.children.some(({ name }) => name.startsWith(term))) return null;
  const isAmbiguous = ambiguousTerms.has(term);
  const member = findMember(holder, term, `${term}party`, `${term}details`);
  const party = member !== null && isObject(member) ? member : null;
  const statedName = parseName(
    findText(
      holder,
      ...appendSuffixes(term, 'name', 'fullname', 'companyname', 'accountname', 'accountholdername'),
    ),
  );
  const accountHolder = findMember(holder, ...appendSuffixes(term, 'account', 'acct', 'bankaccount'));
  const accountName =
    accountHolder !== null && isObject(accountHolder) ? findName(accountHolder, maxNesting) : null;
  const name =
    statedName ??
    (party === null ? parseNameText(member?.text ?? null, isAmbiguous) : findName(party)) ??
    accountName;
  const account = findAccountByTerm(holder, term) ?? (party === null ? null : findAccount(party, false));
  const agent = findAgentByTerm(holder, term) ?? (party === null ? null : findAgent(party, false));
  if (name === null && account === null && agent === null) return null;
  return {
    name,
    account: account?.account ?? null,
    isIban: account?.isIban ?? false,
    agent: agent?.agent ?? null,
    isBic: agent?.isBic ?? false,
  };
}

/**
 * Finds one party of a payment by its terms. Values that the transaction lacks are taken from its ancestors, but only
 * under unambiguous terms.
 */
export function findParty(ancestors: readonly (readonly JsonNode[])[], terms: readonly string[]): JsonParty {
  let found: JsonParty = { name: null, account: null, isIban: false, agent: null, isBic: false };
  for (const [level, nodes] of ancestors.entries()) {
    const usableTerms = level === 0 ? terms : terms.filter((term) => !ambiguousTerms.has(term));
    for (const party of usableTerms.flatMap((term) =>
      nodes.flatMap((node) => findPartyByTerm(node, term) ?? []),
    )) {
      const { account, isIban } = found.account === null ? party : found;
      const { agent, isBic } = found.agent === null ? party : found;
      found = { name: found.name ?? party.name, account, isIban, agent, isBic };
    }
  }
  return found;
}
