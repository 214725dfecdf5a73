import { Disclosure, DisclosurePanel } from 'react-aria-components';
import { t } from '../../../shared/messages/index.ts';
import { recipientUpdateSchema } from '../../../shared/model/session/profile.ts';
import { DisclosureTrigger } from '../../components/actions/DisclosureTrigger.tsx';
import { Checkbox } from '../../components/fields/Checkbox.tsx';
import { RadioCards } from '../../components/fields/Radio.tsx';
import { TextArea, TextField } from '../../components/fields/TextField.tsx';
import { classNames } from '../../components/layout/class-names.ts';
import { type DraftProblems, emptyDraft, type ProfileDraft } from './draft.ts';
import styles from './Profiles.module.css';

/** Maximum length of a template, in UTF-16 code units. */
const maxTemplateLength = 100_000;

interface OptionFieldsProps {
  readonly draft: ProfileDraft;
  readonly problems: DraftProblems;
  readonly onChange: (changed: Partial<ProfileDraft>) => void;
}

/** True when any option differs from its default; the options are then expanded. */
function hasChangedOptions(draft: ProfileDraft): boolean {
  return (
    draft.tokenField !== emptyDraft.tokenField ||
    draft.recipientUpdate !== emptyDraft.recipientUpdate ||
    draft.storageHosts !== emptyDraft.storageHosts ||
    draft.sendCompanyId !== emptyDraft.sendCompanyId ||
    draft.recipientTemplate !== emptyDraft.recipientTemplate
  );
}

/** The expandable options for behaviour that the contract of the service leaves open. */
export function OptionFields({ draft, problems, onChange }: OptionFieldsProps) {
  return (
    <Disclosure className={classNames(styles.editorOptions)} defaultExpanded={hasChangedOptions(draft)}>
      <DisclosureTrigger level={3}>
        {t('profiles.editor.options')}
        <span className="faint">{t('profiles.editor.optionsHint')}</span>
      </DisclosureTrigger>
      <DisclosurePanel className={classNames(styles.editorPart)}>
        <TextField
          label={t('profiles.editor.tokenField')}
          value={draft.tokenField}
          onChange={(tokenField) => onChange({ tokenField })}
          hint={t('profiles.editor.tokenFieldHint')}
          error={problems.tokenField ?? null}
          face="id"
        />
        <RadioCards
          label={t('profiles.editor.update')}
          value={draft.recipientUpdate}
          onChange={(recipientUpdate) => onChange({ recipientUpdate })}
          choices={recipientUpdateSchema.options.map((id) => ({
            id,
            label: t(`profiles.editor.updates.${id}.label`),
            detail: t(`profiles.editor.updates.${id}.more`),
          }))}
        />
        <TextArea
          label={t('profiles.editor.storage')}
          value={draft.storageHosts}
          onChange={(storageHosts) => onChange({ storageHosts })}
          hint={t('profiles.editor.storageHint')}
          error={problems.storageHosts ?? null}
          rows={3}
        />
        <Checkbox
          checked={draft.sendCompanyId}
          onChange={(sendCompanyId) => onChange({ sendCompanyId })}
          hint={t('profiles.editor.companyIdHint')}
        >
          {t('profiles.editor.companyId')}
        </Checkbox>
        <TextArea
          label={t('profiles.editor.template')}
          value={draft.recipientTemplate}
          onChange={(recipientTemplate) => onChange({ recipientTemplate })}
          hint={t('profiles.editor.templateHint')}
          error={problems.recipientTemplate ?? null}
          face="raw"
          rows={5}
          maxLength={maxTemplateLength}
        />
      </DisclosurePanel>
    </Disclosure>
  );
}
