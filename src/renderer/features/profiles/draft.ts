/** @file The draft of a profile in the editor, and its validation. */

import { checkPayload } from '../../../shared/json-object/check-payload.ts';
import { t } from '../../../shared/messages/index.ts';
import { type Environment, type HostName, hostNames } from '../../../shared/model/session/environment.ts';
import {
  type ProfileFields,
  profileFieldsSchema,
  type RecipientUpdate,
} from '../../../shared/model/session/profile.ts';
import { completeHost, isUnencrypted, noHosts, parseHost, type TypedHosts } from './hosts.ts';

export interface ProfileDraft {
  readonly name: string;
  readonly environment: Environment;
  readonly clientId: string;
  readonly hosts: TypedHosts;
  /** Dotted path of the token in the answer to a login; empty for the usual names. */
  readonly tokenField: string;
  readonly recipientUpdate: RecipientUpdate;
  /** One host per line; commas and spaces also separate hosts. */
  readonly storageHosts: string;
  readonly sendCompanyId: boolean;
  /** JSON object with placeholders; empty for none. */
  readonly recipientTemplate: string;
}

export const emptyDraft: ProfileDraft = {
  name: '',
  environment: 'sandbox',
  clientId: '',
  hosts: noHosts,
  tokenField: '',
  recipientUpdate: 'send-known',
  storageHosts: '',
  sendCompanyId: false,
  recipientTemplate: '',
};

export function createDraft(fields: ProfileFields): ProfileDraft {
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
    recipientTemplate: options.recipientTemplate ?? '',
  };
}

/** A field that can have an error. */
type DraftField =
  | 'name'
  | 'clientId'
  | 'tokenField'
  | 'storageHosts'
  | 'recipientTemplate'
  | `hosts.${HostName}`;

export type DraftProblems = Readonly<Partial<Record<DraftField, string>>>;

type DraftValidation =
  | { readonly fields: ProfileFields; readonly problems: null }
  | { readonly fields: null; readonly problems: DraftProblems };

function splitStorageHosts(text: string): string[] {
  return text.split(/[\s,;]+/).filter((line) => line !== '');
}

/** Completes a typed host; an empty statement host becomes the wallet host. */
function completeAddress(draft: ProfileDraft, name: HostName): string {
  const typed =
    name === 'statement' && draft.hosts[name].trim() === '' ? draft.hosts.wallet : draft.hosts[name];
  return completeHost(typed);
}

function findHostProblem(draft: ProfileDraft, name: HostName): string | null {
  const typed = draft.hosts[name].trim();
  if (typed === '') {
    return name === 'statement'
      ? null
      : t('profiles.problems.hostMissing', {
          example: t('profiles.editor.hostExample', { name, environment: draft.environment }),
        });
  }
  const address = parseHost(typed);
  if (address === null) return t('profiles.problems.hostForm');
  return isUnencrypted(address) ? t('profiles.problems.hostPlain') : null;
}

/** Describes an issue of the profile schema by its path, such as `options`, `storageHosts`, 2. */
function describeIssue(path: readonly PropertyKey[], draft: ProfileDraft): DraftProblems {
  const [field, option, lineIndex] = path;
  if (field === 'name')
    return {
      name: draft.name.trim() === '' ? t('profiles.problems.nameMissing') : t('profiles.problems.nameLong'),
    };
  if (field === 'clientId') {
    return {
      clientId:
        draft.clientId.trim() === ''
          ? t('profiles.problems.clientIdMissing')
          : t('profiles.problems.clientIdLong'),
    };
  }
  if (field === 'options' && option === 'tokenField')
    return { tokenField: t('profiles.problems.tokenField') };
  if (field === 'options' && option === 'storageHosts') {
    const line = typeof lineIndex === 'number' ? splitStorageHosts(draft.storageHosts)[lineIndex] : undefined;
    return {
      storageHosts:
        line === undefined
          ? t('profiles.problems.storageMany')
          : t('profiles.problems.storage', { lines: line }),
    };
  }
  return {};
}

/** Validates a draft: returns all problems, or the fields to save. */
export function validateDraft(draft: ProfileDraft): DraftValidation {
  let problems: DraftProblems = {};
  for (const name of hostNames) {
    const problem = findHostProblem(draft, name);
    if (problem !== null) problems = { ...problems, [`hosts.${name}`]: problem };
  }
  const template = checkPayload(draft.recipientTemplate);
  if (draft.recipientTemplate.trim() !== '' && template.kind !== 'good')
    problems = { ...problems, recipientTemplate: template.message };
  const parsed = profileFieldsSchema.safeParse({
    name: draft.name,
    environment: draft.environment,
    clientId: draft.clientId,
    hosts: Object.fromEntries(hostNames.map((name) => [name, completeAddress(draft, name)])),
    options: {
      tokenField: draft.tokenField.trim() === '' ? null : draft.tokenField,
      recipientUpdate: draft.recipientUpdate,
      storageHosts: splitStorageHosts(draft.storageHosts),
      sendCompanyId: draft.sendCompanyId,
      recipientTemplate: draft.recipientTemplate.trim() === '' ? null : draft.recipientTemplate,
    },
  });
  for (const issue of parsed.error?.issues ?? []) {
    problems = { ...describeIssue(issue.path, draft), ...problems };
  }
  if (parsed.success && Object.keys(problems).length === 0) return { fields: parsed.data, problems: null };
  return { fields: null, problems };
}
