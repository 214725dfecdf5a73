/** @file Words of the sign-in screen. */
import type { Environment } from '../model/environment.ts';
import type { Keychain } from '../model/session.ts';
import { counted } from './count.ts';

/** Why the keychain cannot be used, inside a sentence. */
const keychainTrouble = {
  available: 'works',
  locked: 'is locked',
  absent: 'is not there',
  refused: 'refuses Paydesk',
} as const satisfies Record<Keychain['state'], string>;

export const sessionScreenWords = {
  pick: {
    title: 'Profiles on this computer',
    find: 'Find a profile',
    none: (text: string) => `No profile fits “${text}”`,
    add: 'Add profile',
    edit: (name: string) => `Edit the profile ${name}`,
    show: (name: string) => `Show the profile ${name}`,
  },
  locked: {
    title: 'Paydesk signed out while nobody was at this computer',
    detail: 'Nothing is lost: what was prepared, sent and stored is there again when you sign in.',
  },
  waiting: {
    title: (name: string) => `Work of ${name} goes on when you sign in`,
    needTitle: (name: string) => `Work of ${name} waits for you`,
    inNeedsYou: (number: number) =>
      `${counted(number, { one: 'line', other: 'lines' })} of this profile in Needs you.`,
  },
  practice: {
    explore: 'Explore with the practice company',
    starting: 'Starting the practice company…',
    detail: 'Everything works, nothing leaves this computer. No credential needed.',
  },
  first: {
    title: 'Welcome to Paydesk',
    lead: 'Attach documents, fetch proofs of payment and review statements in bulk.',
    practice: 'Have a look around first',
    practiceDetail:
      'The practice company is a complete service inside Paydesk, with beneficiaries and wallets of its own. Everything works, nothing leaves this computer, and no credential is needed.',
    explore: 'Explore with the practice company',
    own: 'Work for your company',
    ownDetail: 'A profile is one company in one environment. To add one you need:',
    needs: [
      'the client ID and the API key from the credentials area of the portal',
      'the hosts of the seven services, from the portal or your IT',
    ],
    managed: 'Your IT can also give Paydesk a file with the profiles of your company.',
    add: 'Add profile…',
  },
  form: {
    title: 'Sign in',
    titleAgain: 'Sign in again',
    clientId: 'Client ID',
    copy: 'Copy client ID',
    copied: 'Client ID copied',
    apiKey: 'API key',
    keyMissing: 'Paste the API key.',
    kept: (keychain: string) => `Kept in ${keychain}`,
    keptUnusable: (keychain: string, state: Keychain['state']) =>
      `Kept in ${keychain}, which ${keychainTrouble[state]}`,
    keptInMemory: 'Kept for this session',
    another: 'Use another key',
    keptAgain: 'Use the kept key',
    keep: 'Keep the API key',
    remember: 'Remember in keychain',
    sessionOnly: 'This session only',
    rememberHint: (keychain: string) => `Kept by ${keychain}, never in a file.`,
    sessionHint: 'In memory until you sign out or quit, never in a file.',
    noKeychain: (keychain: string, state: Keychain['state']) => {
      const why =
        state === 'absent'
          ? `There is no keychain on this computer (${keychain} does not answer).`
          : `${sentence(keychain)} ${keychainTrouble[state]}.`;
      return `${why} The key stays in memory until you sign out or quit.`;
    },
    checkKeychain: 'Look again',
    hosts: 'Service hosts',
    hostsSet: (set: number, all: number) => `${set} of ${all} set`,
    hostsAll: 'Show all hosts',
    hostsFew: 'Show fewer hosts',
    walletAndStatement: 'Wallet, statement',
    signIn: {
      production: 'Sign in to production',
      sandbox: 'Sign in to sandbox',
    } satisfies Record<Environment, string>,
    signingIn: 'Signing in…',
    cancel: 'Cancel',
    deprecation:
      'API-key sign-in is announced to be deprecated; no date is given. It stays available for existing integrations, so there is nothing to do today.',
  },
  beside: {
    title: (name: string) => `You stay signed in to ${name}`,
    detail: 'The work of that profile continues while you sign in to another one.',
    back: 'Cancel',
  },
  again: {
    title: (name: string) => `The session of ${name} has ended`,
    detail: 'Work that was started waits, and goes on when you have signed in to this profile.',
    back: 'Back to the work',
  },
  failure: {
    chooseOther: (environment: string, name: string) => `Choose ${name} (${environment})`,
    chooseOtherSameName: {
      sandbox: 'Choose the sandbox profile',
      production: 'Choose the production profile',
    } satisfies Record<Environment, string>,
    edit: 'Edit profile…',
    show: 'Show profile…',
    check: 'Check connection…',
    anotherKey: 'Use another key',
  },
  notKept: {
    title: 'You are signed in, but the API key was not kept',
    detail: (why: string) =>
      `${why}. Paydesk uses the key until you sign out or quit; the next time you need to paste it again.`,
  },
} as const;

/** The words as the beginning of a sentence. */
function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
