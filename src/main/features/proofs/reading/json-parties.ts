/** @file Reads the parties of a payment in JSON: names, accounts and banks. */
import { isObject, type JsonNode, memberOf, textOf } from './json-tree.ts';

/** One party of a payment; values that are ambiguous are `null`. */
export interface JsonParty {
  readonly name: string | null;
  readonly account: string | null;
  /** The account is labelled as an IBAN. */
  readonly isIban: boolean;
  /** A BIC, else the name of the bank. */
  readonly agent: string | null;
  readonly isBic: boolean;
}

/** Terms for a party. The last ones are ambiguous. */
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
const insideNames = ['party', 'pty', 'person', 'individual', 'company', 'organisation', 'organization'];
const accountNames = ['account', 'acct', 'bankaccount', 'accountdetails', 'accountidentification', 'id'];
const numberNames = [
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
const maxInside = 3;

/** Accepts names: a text with a letter that is no address, number or technical identifier. */
function nameIn(text: string | null): string | null {
  const name = text?.replace(/\s+/g, ' ').trim() ?? '';
  return /\p{L}/u.test(name) && !/^(?:NOT ?PROVIDED|null|n\/?a|unknown)$/i.test(name) ? name : null;
}

/** Accepts a text given in place of a party object; it may also be a number, an address, a date or a bank. */
function nameInText(text: string | null, isAmbiguous: boolean): string | null {
  const name = nameIn(text);
  if (name === null || /@|:\/\//.test(name)) return null;
  if (!name.includes(' ') && /\d/.test(name)) return null;
  return isAmbiguous && /^[A-Z]{8}(?:[A-Z]{3})?$/.test(name) ? null : name;
}

function nameOf(party: JsonNode, inside = 0): string | null {
  for (const one of nameNames) {
    const member = memberOf(party, one);
    const name =
      nameIn(member?.text ?? null) ?? (member !== null && isObject(member) ? nameOf(member) : null);
    if (name !== null) return name;
  }
  const given = textOf(party, 'firstname', 'givenname', 'forename', 'first');
  const family = textOf(party, 'lastname', 'surname', 'familyname', 'last');
  if (given !== null && family !== null) return nameIn(`${given} ${family}`);
  if (inside >= maxInside) return null;
  for (const one of [...insideNames, 'account', 'bankaccount']) {
    const member = memberOf(party, one);
    const name = member !== null && isObject(member) ? nameOf(member, inside + 1) : null;
    if (name !== null) return name;
  }
  return null;
}

type Account = Pick<JsonParty, 'account' | 'isIban'>;

/** Finds the account in an account object or a party object. */
function accountIn(holder: JsonNode, isAccount: boolean, inside = 0): Account | null {
  const iban = textOf(holder, 'iban', 'ibannumber', 'accountiban');
  if (iban !== null) return { account: iban, isIban: true };
  const scheme = textOf(holder, 'schemename', 'scheme', 'type', 'identificationtype') ?? '';
  const number = textOf(holder, ...(isAccount ? numberNames : numberNames.slice(0, 3)));
  if (number !== null) return { account: number, isIban: /iban/i.test(scheme) };
  if (inside >= maxInside) return null;
  for (const one of [...accountNames, 'other', 'othr', ...insideNames]) {
    const member = memberOf(holder, one);
    if (member?.text !== null && member?.text !== undefined && one !== 'id')
      return { account: member.text, isIban: false };
    const isInAccount = isAccount || accountNames.includes(one);
    const found = member !== null && isObject(member) ? accountIn(member, isInAccount, inside + 1) : null;
    if (found !== null) return found;
  }
  return null;
}

type Agent = Pick<JsonParty, 'agent' | 'isBic'>;

/** Finds the bank in a bank object or a party object. */
function agentIn(holder: JsonNode, isBank: boolean, inside = 0): Agent | null {
  const bic = textOf(holder, ...bicNames);
  if (bic !== null) return { agent: bic, isBic: true };
  if (isBank && /bic/i.test(textOf(holder, 'schemename', 'scheme') ?? '')) {
    const identification = textOf(holder, 'identification', 'id');
    if (identification !== null) return { agent: identification, isBic: true };
  }
  if (inside >= maxInside) return null;
  for (const one of bankNames) {
    const member = memberOf(holder, one);
    const found = member !== null && isObject(member) ? agentIn(member, true, inside + 1) : null;
    if (found !== null) return found;
  }
  const name = isBank ? nameIn(textOf(holder, 'name', 'nm', 'bankname')) : null;
  return name === null ? null : { agent: name, isBic: false };
}

const names = (term: string, ...ends: readonly string[]) => ends.map((end) => `${term}${end}`);

function accountOfTerm(holder: JsonNode, term: string): Account | null {
  const iban = textOf(holder, ...names(term, 'iban', 'accountiban', 'ibannumber'));
  if (iban !== null) return { account: iban, isIban: true };
  const member = memberOf(
    holder,
    ...names(term, 'account', 'acct', 'accountnumber', 'accountno', 'bankaccount'),
  );
  if (member === null) return null;
  return member.text === null ? accountIn(member, true) : { account: member.text, isIban: false };
}

function agentOfTerm(holder: JsonNode, term: string): Agent | null {
  const bic = textOf(holder, ...names(term, 'bic', 'bankbic', 'agentbic', 'swift', 'swiftcode', 'bicfi'));
  if (bic !== null) return { agent: bic, isBic: true };
  for (const one of names(term, 'agent', 'agt', 'bank', 'institution')) {
    const member = memberOf(holder, one);
    if (member === null) continue;
    const found = member.text === null ? agentIn(member, true) : bankInText(member.text);
    if (found !== null) return found;
  }
  return textAgent(textOf(holder, ...names(term, 'bankname', 'agentname')));
}

const textAgent = (text: string | null): Agent | null =>
  nameIn(text) === null ? null : { agent: nameIn(text), isBic: false };

function bankInText(text: string): Agent | null {
  return /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(text)
    ? { agent: text, isBic: true }
    : textAgent(text);
}

function partyOfTerm(holder: JsonNode, term: string): JsonParty | null {
  if (!holder.children.some(({ name }) => name.startsWith(term))) return null;
  const isAmbiguous = ambiguousTerms.has(term);
  const member = memberOf(holder, term, `${term}party`, `${term}details`);
  const party = member !== null && isObject(member) ? member : null;
  const stated = nameIn(
    textOf(holder, ...names(term, 'name', 'fullname', 'companyname', 'accountname', 'accountholdername')),
  );
  const accountHolder = memberOf(holder, ...names(term, 'account', 'acct', 'bankaccount'));
  const accountName =
    accountHolder !== null && isObject(accountHolder) ? nameOf(accountHolder, maxInside) : null;
  const name =
    stated ?? (party === null ? nameInText(member?.text ?? null, isAmbiguous) : nameOf(party)) ?? accountName;
  const account = accountOfTerm(holder, term) ?? (party === null ? null : accountIn(party, false));
  const agent = agentOfTerm(holder, term) ?? (party === null ? null : agentIn(party, false));
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
 * Finds one party of a payment by its terms. What the transaction lacks is taken from its ancestors, there only under
 * unambiguous terms.
 */
export function partyIn(ancestors: readonly (readonly JsonNode[])[], terms: readonly string[]): JsonParty {
  let found: JsonParty = { name: null, account: null, isIban: false, agent: null, isBic: false };
  for (const [level, nodes] of ancestors.entries()) {
    const usable = level === 0 ? terms : terms.filter((term) => !ambiguousTerms.has(term));
    for (const party of usable.flatMap((term) => nodes.flatMap((node) => partyOfTerm(node, term) ?? []))) {
      const { account, isIban } = found.account === null ? party : found;
      const { agent, isBic } = found.agent === null ? party : found;
      found = { name: found.name ?? party.name, account, isIban, agent, isBic };
    }
  }
  return found;
}
