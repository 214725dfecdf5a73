/** @file Words about profiles wherever they are shown: the list, the editor, the check of the connection. */
import type { Environment, HostName } from '../model/environment.ts';
import type { KeyPlace } from '../model/profile.ts';
import type { HostCheck } from '../model/session.ts';
import { counted, formatList } from './count.ts';

const host = { one: 'host', other: 'hosts' };

/** *the other host*, *the other 5 hosts* */
const otherHosts = (count: number) => (count === 1 ? 'the other host' : `the other ${counted(count, host)}`);

/** How an environment is called inside a sentence. */
const inSentence = { sandbox: 'sandbox', production: 'production' } as const satisfies Record<
  Environment,
  string
>;

const environments = { sandbox: 'Sandbox', production: 'Production' } as const satisfies Record<
  Environment,
  string
>;

export const profilesScreenWords = {
  managed: 'Managed by your IT',
  managedDetail: 'It comes from a file of your company. Your IT changes it there.',
  inside: 'Part of Paydesk',
  insideDetail: 'It comes with Paydesk, lives on this computer and cannot be changed.',

  hosts: {
    auth: 'Auth',
    wallet: 'Wallet',
    beneficiary: 'Beneficiary',
    exchange: 'Exchange',
    onboarding: 'Onboarding',
    legacy: 'Legacy',
    statement: 'Statement',
  } satisfies Record<HostName, string>,

  use: {
    signedIn: (moment: string) => `Signed in ${moment}`,
    lastUsed: (day: string) => `Last used ${day}`,
    never: 'Never signed in',
    managedUsed: (moment: string) => `Managed by your IT, used ${moment}`,
  },

  keyPlace: {
    keychain: (keychain: string) => `Kept in ${keychain}`,
    session: () => 'In memory, for this session only',
    none: () => 'Not kept',
  } satisfies Record<KeyPlace, (keychain: string) => string>,
  keychainUnnamed: 'the keychain of this computer',

  facts: {
    clientId: 'Client ID',
    apiKey: 'API key',
    lastSignIn: 'Last sign-in',
    token: 'Token field',
    tokenUsual: 'The usual names',
    update: 'Updates send',
    updates: { 'send-known': 'Known and new documents', 'send-new': 'New documents only' },
    storage: 'Storage hosts',
    storageAny: 'Any that the service names',
    companyId: 'Company ID',
    companyIdSent: 'Sent with upload links',
    companyIdNotSent: 'Not sent; the token tells it',
  },

  editor: {
    add: 'Add a profile',
    addLead: 'One company in one environment. The API key is asked for when you sign in, never here.',
    edit: (name: string) => `Profile ${name}`,
    show: (name: string) => `Profile ${name}`,
    name: 'Name',
    nameHint: 'Your own word for it, such as the name of the company.',
    environment: 'Environment',
    environments,
    environmentFixed: 'Its work belongs there. Add a second profile for the other environment.',
    clientId: 'Client ID',
    clientIdHint: 'From the credentials area of the portal.',
    hosts: 'Service hosts',
    hostsHint:
      'A sandbox host carries the word sandbox in its name; the production host of the same service has beta in its place.',
    hostExample: (name: HostName, environment: Environment) =>
      `${name}.${environment === 'sandbox' ? 'sandbox' : 'beta'}.payments.example`,
    statementHint: (wallet: string) =>
      wallet === '' ? 'Empty: the same as Wallet.' : `Empty: the same as Wallet, ${wallet}.`,
    /** Beneath a host that belongs to the environment: what the other one has. */
    counterpart: (environment: Environment, derived: string) => `${environments[environment]}: ${derived}`,
    /** Beneath a host whose name says the other environment. */
    otherEnvironment: (named: Environment, wanted: Environment, derived: string | null) => {
      const first = `This name says ${inSentence[named]}, and the profile is for ${inSentence[wanted]}.`;
      return derived === null ? first : `${first} In ${inSentence[wanted]} the service is at ${derived}.`;
    },
    takeDerived: (environment: Environment) => `Use ${inSentence[environment]} host`,
    correct: {
      title: (count: number, environment: Environment) =>
        `${counted(count, host)} say the other environment than ${inSentence[environment]}`,
      detail: (environment: Environment) =>
        `The profile is for ${inSentence[environment]}. The names can be changed to those of the same services there.`,
      act: (count: number, environment: Environment) =>
        `Use ${counted(count, { one: `${inSentence[environment]} host`, other: `${inSentence[environment]} hosts` })}`,
    },
    converted: (count: number, environment: Environment) =>
      `${counted(count, { one: 'host was', other: 'hosts were' })} changed to ${inSentence[environment]}.`,
    suggestion: {
      title: (hosts: readonly string[]) => `Fill ${otherHosts(hosts.length)}: ${formatList(hosts)}.`,
      /** Statements come from the wallet's host, which is in the list once more. */
      of: (name: HostName, proposed: string) =>
        name === 'statement' ? `${proposed} for statements` : proposed,
      check: 'Check the names against the portal before you save.',
      fill: (count: number) => `Fill ${counted(count, host)}`,
      /** For screen readers, while a host is typed. */
      announced: (count: number, keys: string) => `${keys} fills ${otherHosts(count)}`,
      filled: (count: number) => `${counted(count, host)} filled`,
    },
    options: 'Options',
    optionsHint: 'Only when the service of your company differs from the usual.',
    tokenField: 'Token field',
    tokenFieldHint:
      'Where the sign-in answer has the token, such as data.session.token. Empty: Paydesk looks for the usual names.',
    update: 'What an update of a beneficiary sends',
    updates: {
      'send-known': {
        word: 'Known and new documents',
        more: 'A service that replaces documents loses nothing; one that adds sees the known ones again.',
      },
      'send-new': {
        word: 'New documents only',
        more: 'Only for a service that adds: one that replaces would lose what was attached before.',
      },
    },
    storage: 'Storage hosts',
    storageHint:
      'Hosts that upload links may point to, one a line; *.storage.example allows all below it. Empty: any that the service names.',
    companyId: 'Send the company ID with requests for upload links',
    companyIdHint: 'Normally not: the token tells the company.',
    save: 'Save profile',
    create: 'Add profile',
    remove: 'Remove profile…',
    close: 'Close',
    cancel: 'Cancel',
    discard: 'Discard changes',
    saved: (name: string) => `Profile ${name} saved`,
    fix: (count: number) =>
      `Not saved yet: ${counted(count, { one: 'field needs', other: 'fields need' })} a look.`,
  },

  problems: {
    nameMissing: 'Give it a name.',
    nameLong: 'At most 120 characters.',
    clientIdMissing: 'Paste the client ID.',
    clientIdLong: 'At most 200 characters. Was something else pasted?',
    hostMissing: (example: string) => `Type the host, such as ${example}.`,
    hostForm: 'Not an address. A host name is enough; no user, question mark or number sign.',
    hostPlain: 'It must begin with https:// so that nothing is sent in the clear.',
    tokenField: 'Names of fields joined by dots, without spaces.',
    storage: (lines: readonly string[]) => `Not a host name: ${formatList(lines)}.`,
    storageMany: 'At most 50 hosts.',
  },

  removal: {
    title: (name: string) => `Remove the profile ${name}?`,
    lead: (environment: Environment) =>
      `It is the profile for ${inSentence[environment]}. Its API key is removed from the keychain with it. What was sent, the beneficiaries and the activity stay.`,
    keep: 'Keep profile',
    act: 'Remove profile',
    done: (name: string) => `Profile ${name} removed`,
  },

  check: {
    start: 'Check connection',
    again: 'Check again',
    running: 'Checking…',
    title: (name: string) => `Connection of ${name}`,
    lead: 'Each host is asked whether it can be reached, trusted and used. Nothing is changed there.',
    columns: {
      service: 'Service',
      host: 'Host',
      result: 'Result',
      proxy: 'Proxy',
      time: 'Time',
    },
    direct: 'Direct',
    milliseconds: (count: string) => `${count} ms`,
    status: (status: number) => `It answered ${status}.`,
    notChecked: 'Not checked',
    results: {
      reached: 'Reached',
      'token-accepted': 'Token accepted',
      'token-refused': 'Token refused',
      'wrong-environment': 'Wrong environment',
      'name-unknown': 'Name unknown',
      unreachable: 'Not reachable',
      'certificate-untrusted': 'Not trusted',
      'proxy-refused': 'Proxy refused',
      'proxy-scheme': 'Proxy not supported',
      'not-understood': 'Not understood',
    } satisfies Record<HostCheck['result'], string>,
    /** What was found, and what can be done; empty where nothing has to be. */
    ways: {
      reached: '',
      'token-accepted': '',
      'token-refused': 'Sign in again.',
      'wrong-environment': 'Correct the host, or use the profile of the other environment.',
      'name-unknown': 'No computer has this name. Check its spelling, and the network or the VPN.',
      unreachable: 'Nobody answers. Check the network or the VPN, or ask whether the service is up.',
      'certificate-untrusted': 'This computer does not trust its certificate. Show this to your IT.',
      'proxy-refused': 'The proxy does not let Paydesk through. Show this to your IT.',
      'proxy-scheme':
        'Paydesk signs in to a proxy with a name and a password (Basic) only. Ask your IT for a way without signing in, or by Basic.',
      'not-understood': 'Something else than the service may answer here. Check the host.',
    } satisfies Record<HostCheck['result'], string>,
    issuer: (name: string) => `Issued by ${name}.`,
    schemes: (names: string) => `The proxy accepts only ${names}.`,
    named: (environment: string) => `The name says ${environment}.`,
    code: (code: string) => `System code ${code}.`,
    done: (name: string, fine: number, others: number) =>
      others === 0
        ? `${name}: all ${counted(fine, host)} are fine.`
        : `${name}: ${counted(others, { one: 'host has', other: 'hosts have' })} a problem, ${counted(fine, { one: 'is', other: 'are' })} fine.`,
  },

  managedProblems: {
    more: (count: number) => `Show ${counted(count, { one: 'more line', other: 'more lines' })}`,
    less: 'Show less',
  },
} as const;
