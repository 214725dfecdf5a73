/** @file The form of a profile while it is edited, and what of it cannot be saved yet. */
import { type Environment, type HostName, hostNames } from '../../shared/model/environment.ts';
import { type ProfileFields, profileFieldsSchema, type RecipientUpdate } from '../../shared/model/profile.ts';
import { profilesScreenWords } from '../../shared/words/profiles-screen.ts';
import { completeHost, isPlain, noHosts, parseHost, type TypedHosts } from './hosts.ts';

const { editor, problems: words } = profilesScreenWords;

/** A profile as it is typed. */
export interface ProfileDraft {
  readonly name: string;
  readonly environment: Environment;
  readonly clientId: string;
  readonly hosts: TypedHosts;
  /** Empty for the usual names. */
  readonly tokenField: string;
  readonly recipientUpdate: RecipientUpdate;
  /** One a line; commas and spaces divide too. */
  readonly storageHosts: string;
  readonly sendCompanyId: boolean;
}

/** A new profile. */
export const emptyDraft: ProfileDraft = {
  name: '',
  environment: 'sandbox',
  clientId: '',
  hosts: noHosts,
  tokenField: '',
  recipientUpdate: 'send-known',
  storageHosts: '',
  sendCompanyId: false,
};

/** The form of a profile that exists. */
export function draftOf(fields: ProfileFields): ProfileDraft {
  const { options } = fields;
  return {
    name: fields.name,
    environment: fields.environment,
    clientId: fields.clientId,
    hosts: fields.hosts,
    tokenField: options.tokenField ?? '',
    recipientUpdate: options.recipientUpdate,
    storageHosts: options.storageHosts.join('\n'),
    sendCompanyId: options.sendCompanyId,
  };
}

/** A field that can be wrong. */
export type DraftField = 'name' | 'clientId' | 'tokenField' | 'storageHosts' | `hosts.${HostName}`;

/** What is wrong, by field, in words. */
export type DraftProblems = Readonly<Partial<Record<DraftField, string>>>;

/** A draft that can be saved, or what keeps it from that. */
export type DraftReading =
  | { readonly fields: ProfileFields; readonly problems: null }
  | { readonly fields: null; readonly problems: DraftProblems };

function storageLines(text: string): string[] {
  return text.split(/[\s,;]+/).filter((line) => line !== '');
}

function addressOf(draft: ProfileDraft, name: HostName): string {
  const typed =
    name === 'statement' && draft.hosts[name].trim() === '' ? draft.hosts.wallet : draft.hosts[name];
  return completeHost(typed);
}

function problemOfHost(draft: ProfileDraft, name: HostName): string | null {
  const typed = draft.hosts[name].trim();
  if (typed === '') {
    return name === 'statement' ? null : words.hostMissing(editor.hostExample(name, draft.environment));
  }
  const address = parseHost(typed);
  if (address === null) return words.hostForm;
  return isPlain(address) ? words.hostPlain : null;
}

/** Words for what the schema of a profile refuses, by the place where it does. */
function problemAt(path: readonly PropertyKey[], draft: ProfileDraft): DraftProblems {
  const [first, second, third] = path;
  if (first === 'name') return { name: draft.name.trim() === '' ? words.nameMissing : words.nameLong };
  if (first === 'clientId') {
    return { clientId: draft.clientId.trim() === '' ? words.clientIdMissing : words.clientIdLong };
  }
  if (first === 'options' && second === 'tokenField') return { tokenField: words.tokenField };
  if (first === 'options' && second === 'storageHosts') {
    const line = typeof third === 'number' ? storageLines(draft.storageHosts)[third] : undefined;
    return { storageHosts: line === undefined ? words.storageMany : words.storage([line]) };
  }
  return {};
}

/** Reads a draft: everything that is wrong at once, or the fields that can be saved. */
export function readDraft(draft: ProfileDraft): DraftReading {
  let problems: DraftProblems = {};
  for (const name of hostNames) {
    const problem = problemOfHost(draft, name);
    if (problem !== null) problems = { ...problems, [`hosts.${name}`]: problem };
  }
  const parsed = profileFieldsSchema.safeParse({
    name: draft.name,
    environment: draft.environment,
    clientId: draft.clientId,
    hosts: Object.fromEntries(hostNames.map((name) => [name, addressOf(draft, name)])),
    options: {
      tokenField: draft.tokenField.trim() === '' ? null : draft.tokenField,
      recipientUpdate: draft.recipientUpdate,
      storageHosts: storageLines(draft.storageHosts),
      sendCompanyId: draft.sendCompanyId,
    },
  });
  for (const issue of parsed.error?.issues ?? []) {
    problems = { ...problemAt(issue.path, draft), ...problems };
  }
  if (parsed.success && Object.keys(problems).length === 0) return { fields: parsed.data, problems: null };
  return { fields: null, problems };
}
