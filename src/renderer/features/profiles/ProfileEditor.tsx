import { useRef, useState } from 'react';
import { type PaydeskError, toPaydeskError } from '../../../shared/errors.ts';
import { t } from '../../../shared/messages/index.ts';
import type { Environment } from '../../../shared/model/session/environment.ts';

import { announce } from '../../app/toasts/announcer.ts';
import { toast } from '../../app/toasts/toasts.ts';
import { call } from '../../bridge.ts';
import { Button } from '../../components/actions/Button.tsx';
import { isDeepEqual } from '../../components/data-grid/same-data.ts';
import { Dialog } from '../../components/dialogs/Dialog.tsx';
import { focusInvalidField } from '../../components/dialogs/DialogForm.tsx';
import { SegmentedControl } from '../../components/fields/Radio.tsx';
import { TextField } from '../../components/fields/TextField.tsx';
import { ErrorNotice } from '../../components/messages/ErrorNotice.tsx';
import { Notice } from '../../components/messages/Notice.tsx';
import { forgetConnectionCheck } from './checks.ts';
import { createDraft, type DraftProblems, emptyDraft, type ProfileDraft, validateDraft } from './draft.ts';
import type { EditedProfile } from './edited-profile.ts';
import { HostFields } from './HostFields.tsx';
import { convertHosts, countChanged } from './hosts.ts';
import { OptionFields } from './OptionFields.tsx';
import styles from './Profiles.module.css';

interface ProfileEditorProps {
  readonly edited: EditedProfile;
  readonly onClose: () => void;
  readonly onSaved?: (profileId: string, isNew: boolean) => void;
  /** Confirms the removal of the profile; absent when the profile cannot be removed. */
  readonly onRemove?: () => void;
}

interface FieldsProps {
  readonly draft: ProfileDraft;
  readonly problems: DraftProblems;
  readonly isNew: boolean;
  readonly onChange: (changed: Partial<ProfileDraft>) => void;
}

function Fields({ draft, problems, isNew, onChange }: FieldsProps) {
  const [conversionMessage, setConversionMessage] = useState<string | null>(null);
  const chooseEnvironment = (environment: Environment) => {
    const hosts = convertHosts(draft.hosts, environment);
    const count = countChanged(draft.hosts, hosts);
    const message = count === 0 ? null : t('profiles.editor.converted', { count, environment });
    setConversionMessage(message);
    if (message !== null) announce(message);
    onChange({ environment, hosts });
  };
  return (
    <>
      <div className={styles.editorPair}>
        <TextField
          label={t('profiles.editor.name')}
          value={draft.name}
          onChange={(name) => onChange({ name })}
          hint={t('profiles.editor.nameHint')}
          error={problems.name ?? null}
          startsFocused={isNew}
          required
        />
        <SegmentedControl
          label={t('profiles.editor.environment')}
          value={draft.environment}
          onChange={chooseEnvironment}
          hint={isNew ? conversionMessage : t('profiles.editor.environmentFixed')}
          disabled={!isNew}
          choices={[
            { id: 'sandbox', label: t('profiles.editor.environments.sandbox'), icon: 'flask' },
            { id: 'production', label: t('profiles.editor.environments.production'), icon: 'bank' },
          ]}
        />
      </div>
      <TextField
        label={t('profiles.editor.clientId')}
        value={draft.clientId}
        onChange={(clientId) => onChange({ clientId })}
        hint={t('profiles.editor.clientIdHint')}
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

/** Adds or edits a profile of the clerk. Shows errors at their fields, and closes once the profile is saved. */
export function ProfileEditor({ edited, onClose, onSaved, onRemove }: ProfileEditorProps) {
  const [initialDraft] = useState(() =>
    edited.kind === 'new' ? (edited.draft ?? emptyDraft) : createDraft(edited.entry),
  );
  const [draft, setDraft] = useState(initialDraft);
  // Problems appear on saving, and each disappears when the clerk corrects its field.
  const [showsProblems, setShowsProblems] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const [error, setError] = useState<PaydeskError | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const isNew = edited.kind === 'new';
  const isChanged = !isDeepEqual(initialDraft, draft);
  const validation = validateDraft(draft);
  const problems = showsProblems ? (validation.problems ?? {}) : {};
  const problemCount = Object.keys(problems).length;

  const save = async () => {
    setShowsProblems(true);
    setError(null);
    if (validation.fields === null) {
      // Waits until React has rendered the errors.
      requestAnimationFrame(() => focusInvalidField(form.current));
      return;
    }
    setIsSaving(true);
    try {
      const id = isNew ? null : edited.entry.id;
      const saved = await call('session.saveProfile', { id, fields: validation.fields });
      forgetConnectionCheck(saved.id);
      toast({ sentence: t('profiles.editor.saved', { name: validation.fields.name }) });
      onSaved?.(saved.id, isNew);
      onClose();
    } catch (thrown) {
      const failure = toPaydeskError(thrown);
      // The clerk declined the change of hosts, so the form stays open.
      setError(failure.code === 'cancelled' ? null : failure);
    } finally {
      setIsSaving(false);
    }
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={isNew ? t('profiles.editor.add') : t('profiles.editor.edit', { name: edited.entry.name })}
      {...(isNew ? { lead: t('profiles.editor.addLead') } : {})}
      size="large"
      dismissable={!isSaving}
      dirty={isChanged}
      actions={
        <>
          {onRemove !== undefined && (
            <span className={styles.actionsApart}>
              <Button variant="quiet-danger" icon="trash" onPress={onRemove} disabled={isSaving}>
                {t('profiles.editor.remove')}
              </Button>
            </span>
          )}
          <Button onPress={onClose} disabled={isSaving}>
            {isChanged ? t('profiles.editor.discard') : t('profiles.editor.cancel')}
          </Button>
          <Button variant="primary" onPress={() => void save()} disabled={isSaving}>
            {isNew ? t('profiles.editor.create') : t('profiles.editor.save')}
          </Button>
        </>
      }
    >
      <form
        className={styles.editor}
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
          onChange={(changed) => setDraft((previous) => ({ ...previous, ...changed }))}
        />
        {/* Enter in a field submits the form, although its visible button is outside of the form. */}
        <button type="submit" hidden>
          {t('profiles.editor.save')}
        </button>
      </form>
      {problemCount > 0 && <Notice tone="danger" title={t('profiles.editor.fix', { count: problemCount })} />}
      {error !== null && <ErrorNotice error={error} />}
    </Dialog>
  );
}
