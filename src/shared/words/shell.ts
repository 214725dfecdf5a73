/** @file Words of the frame: top bar, rail, tray, command palette, starting and signing in again. */
import type { Environment } from '../model/environment.ts';
import type { SessionState } from '../model/profile.ts';

/** See the file's header. */
export const shellWords = {
  name: 'Paydesk',
  skip: 'Skip to content',
  starting: 'Starting…',
  regions: { rail: 'Main', tray: 'Transfers' },
  rail: {
    /** Spoken after the word of an item. */
    needsYou: (count: number) => (count === 1 ? '1 needs you' : `${count} need you`),
    most: '99+',
  },
  palette: {
    open: 'Search or run a command',
    title: 'Commands',
    field: 'Search or run a command',
    places: 'Go to',
    profiles: 'Profiles',
    window: 'Window',
    none: (text: string) => (text.trim() === '' ? 'No commands here' : `Nothing fits “${text.trim()}”`),
    move: 'move',
    run: 'run',
    close: 'close',
    back: 'Back',
    forward: 'Forward',
    tray: 'Show transfers',
  },
  profile: {
    menu: (name: string) => `Profile ${name}`,
    company: (id: string) => `Company ${id}`,
    states: {
      'signed-out': 'Signed out',
      'signing-in': 'Signing in…',
      'signed-in': 'Signed in',
      interrupted: 'Sign in again',
    } satisfies Record<SessionState, string>,
    environments: { sandbox: 'Sandbox', production: 'Production' } satisfies Record<Environment, string>,
    shown: 'Shown',
    working: 'Working',
    needsYou: (count: number) => (count === 1 ? '1 needs you' : `${count} need you`),
    underWay: (count: number) => `${count.toLocaleString('en-US')} under way`,
    practice: 'Practice company',
    nowShown: (name: string) => `${name} is shown now`,
    switchTo: (name: string) => `Switch to ${name}`,
    signInTo: (name: string) => `Sign in to ${name}…`,
    othersNeedYou: ' in other profiles',
    othersWorking: 'Other profiles are working',
    switchCompany: 'Switch company…',
    manage: 'Profiles and hosts',
    signOut: (name: string) => `Sign out of ${name}`,
    forget: 'Sign out and forget the API key…',
    forgetTitle: (name: string) => `Forget the API key of ${name}?`,
    forgetLead:
      'Paydesk signs out and forgets the key, in memory and in the keychain. To sign in again you need the key. Batches, beneficiaries and the activity stay.',
    keyRemains: {
      title: 'The API key is still in the keychain',
      detail:
        'You are signed out, but the keychain did not let the key go. Paydesk removes it at the next chance; so the profile may still sign in without asking for it until then.',
    },
    keepKey: 'Keep the key',
    forgetKey: 'Sign out and forget the key',
  },
  tray: {
    word: 'Tray',
    title: 'Transfers',
    nothing: 'Nothing is running',
    otherProfile: (name: string) => `Show ${name}`,
    nothingMore: 'Uploads and downloads appear here while they run.',
    signedInUntil: 'Signed in until',
    signInNeeded: 'Sign in again',
    practice: 'Practice company: nothing leaves this computer',
  },
  interrupted: { signIn: 'Sign in again…' },
  /** What a screen reader is told when the session changes. */
  session: {
    signedIn: (profile: string, environment: Environment) =>
      `Signed in to ${profile}, ${environment === 'production' ? 'production' : 'sandbox'}`,
    signedOut: 'Signed out',
    locked: 'Signed out because the computer was locked or not used',
    interrupted: (profile: string) => `The session of ${profile} was interrupted. Work waits for a sign-in.`,
  },
  dismiss: 'Dismiss',
  drop: 'Drop to add the files',
  failed: {
    dataFolder: 'Show data folder',
    quit: 'Quit Paydesk',
  },
  broken: {
    title: 'This screen has stopped working',
    detail:
      'What was sent and stored is not affected: it is kept outside of this window. Load the window again.',
    reload: 'Load the window again',
  },
} as const;
