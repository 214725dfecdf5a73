import { useRef, useState } from 'react';
import { type PaydeskError, toPaydeskError } from '../../shared/errors.ts';
import type { Environment } from '../../shared/model/environment.ts';
import type { ProfileEntry } from '../../shared/model/profile.ts';
import { profilesScreenWords } from '../../shared/words/profiles-screen.ts';
import { announce } from '../app/announcer.ts';
import { toast } from '../app/toasts.ts';
import { call } from '../bridge.ts';
import { Button } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { sameData } from '../components/data-grid/same-data.ts';
import { ErrorNotice, Notice } from '../components/Notice.tsx';
import { SegmentedControl } from '../components/Radio.tsx';
import { TextField } from '../components/TextField.tsx';
import { forgetConnectionCheck } from './checks.ts';
import { type DraftProblems, draftOf, emptyDraft, type ProfileDraft, readDraft } from './draft.ts';
import { HostFields } from './HostFields.tsx';
import { countChanged, hostsIn } from './hosts.ts';
import { OptionFields } from './OptionFields.tsx';

const words = profilesScreenWords.editor;

/** What is edited: a profile that exists, or a new one that begins with a draft. */
export type Edited =
  | { readonly kind: 'existing'; readonly entry: ProfileEntry }
  | { readonly kind: 'new'; readonly draft: ProfileDraft };

/** A new profile with nothing in it. */
export const newProfile: Edited = { kind: 'new', draft: emptyDraft };

/** Props of {@link ProfileEditor}. */
export interface ProfileEditorProps {
  readonly edited: Edited;
  readonly onClose: () => void;
  readonly onSaved?: (profileId: string, isNew: boolean) => void;
  /** Asks whether the profile shall go; left out where it cannot. */
  readonly onRemove?: () => void;
}

interface FieldsProps {
  readonly draft: ProfileDraft;
  readonly problems: DraftProblems;
  readonly isNew: boolean;
  readonly onChange: (changed: Partial<ProfileDraft>) => void;
}

function Fields({ draft, problems, isNew, onChange }: FieldsProps) {
  const [converted, setConverted] = useState<string | null>(null);
  const chooseEnvironment = (environment: Environment) => {
    const hosts = hostsIn(draft.hosts, environment);
    const count = countChanged(draft.hosts, hosts);
    const said = count === 0 ? null : words.converted(count, environment);
    setConverted(said);
    if (said !== null) announce(said);
    onChange({ environment, hosts });
  };
  return (
    <>
      <div className="editor-pair">
        <TextField
          label={words.name}
          value={draft.name}
          onChange={(name) => onChange({ name })}
          hint={words.nameHint}
          error={problems.name ?? null}
          startsFocused={isNew}
          required
        />
        <SegmentedControl
          label={words.environment}
          value={draft.environment}
          onChange={chooseEnvironment}
          hint={isNew ? converted : words.environmentFixed}
          disabled={!isNew}
          choices={[
            { id: 'sandbox', word: words.environments.sandbox, icon: 'flask' },
            { id: 'production', word: words.environments.production, icon: 'bank' },
          ]}
        />
      </div>
      <TextField
        label={words.clientId}
        value={draft.clientId}
        onChange={(clientId) => onChange({ clientId })}
        hint={words.clientIdHint}
        error={problems.clientId ?? null}
        face="id"
        required
      />
      <HostFields
        hosts={draft.hosts}
        environment={draft.environment}
        problems={problems}
        onChange={(hosts) => onChange({ hosts })}
      />
      <OptionFields draft={draft} problems={problems} onChange={onChange} />
    </>
  );
}

/** Adds or changes a profile of the clerk. It says at each field what is wrong, and closes only when it is saved. */
export function ProfileEditor({ edited, onClose, onSaved, onRemove }: ProfileEditorProps) {
  const [begun] = useState(() => (edited.kind === 'new' ? edited.draft : draftOf(edited.entry)));
  const [draft, setDraft] = useState(begun);
  // Problems are told when the clerk wants to save, and go away as they are put right.
  const [told, setTold] = useState(false);
  const [saving, setSaving] = useState(false);
  const [error, setError] = useState<PaydeskError | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const isNew = edited.kind === 'new';
  const isChanged = !sameData(begun, draft);
  const reading = readDraft(draft);
  const problems = told ? (reading.problems ?? {}) : {};
  const count = Object.keys(problems).length;

  const save = async () => {
    setTold(true);
    setError(null);
    if (reading.fields === null) {
      // After React has marked the fields.
      requestAnimationFrame(() =>
        form.current
          ?.querySelector<HTMLElement>('input[aria-invalid="true"], textarea[aria-invalid="true"]')
          ?.focus(),
      );
      return;
    }
    setSaving(true);
    try {
      const id = isNew ? null : edited.entry.id;
      const saved = await call('session.saveProfile', { id, fields: reading.fields });
      forgetConnectionCheck(saved.id);
      toast({ sentence: words.saved(reading.fields.name) });
      onSaved?.(saved.id, isNew);
      onClose();
    } catch (thrown) {
      const failure = toPaydeskError(thrown);
      // The clerk keeps the present hosts: the question was answered, and the form stays as it is.
      setError(failure.code === 'cancelled' ? null : failure);
    } finally {
      setSaving(false);
    }
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={isNew ? words.add : words.edit(edited.entry.name)}
      {...(isNew ? { lead: words.addLead } : {})}
      size="large"
      dismissable={!saving}
      dirty={isChanged}
      actions={
        <>
          {onRemove !== undefined && (
            <span className="acts-apart">
              <Button variant="quiet-danger" icon="trash" onPress={onRemove} disabled={saving}>
                {words.remove}
              </Button>
            </span>
          )}
          <Button onPress={onClose} disabled={saving}>
            {isChanged ? words.discard : words.cancel}
          </Button>
          <Button variant="primary" onPress={() => void save()} disabled={saving}>
            {isNew ? words.create : words.save}
          </Button>
        </>
      }
    >
      <form
        className="editor"
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Fields
          draft={draft}
          problems={problems}
          isNew={isNew}
          onChange={(changed) => setDraft((before) => ({ ...before, ...changed }))}
        />
        {/* Enter in a field saves; the button that does it stands outside of the form. */}
        <button type="submit" hidden>
          {words.save}
        </button>
      </form>
      {count > 0 && <Notice tone="danger" title={words.fix(count)} />}
      {error !== null && <ErrorNotice error={error} />}
    </Dialog>
  );
}
