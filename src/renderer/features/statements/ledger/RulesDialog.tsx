import { useState } from 'react';
import { t } from '../../../../shared/messages/index.ts';
import {
  type MatchSettings,
  matchSettingsSchema,
  maxRuleDays,
  type RuleSetting,
} from '../../../../shared/model/statements/ledger.ts';
import { IconButton } from '../../../components/actions/IconButton.tsx';
import { FormDialog } from '../../../components/dialogs/FormDialog.tsx';
import { Checkbox } from '../../../components/fields/Checkbox.tsx';
import { NumberField } from '../../../components/fields/NumberField.tsx';
import { SegmentedControl } from '../../../components/fields/Radio.tsx';
import { TextField } from '../../../components/fields/TextField.tsx';
import styles from './Ledger.module.css';

interface RulesDialogProps {
  readonly settings: MatchSettings;
  readonly onApply: (settings: MatchSettings) => void;
  readonly onClose: () => void;
}

/** Moves a rule by one place. */
function withMoved(rules: readonly RuleSetting[], index: number, step: -1 | 1): RuleSetting[] {
  const moved = [...rules];
  const [rule] = moved.splice(index, 1);
  if (rule !== undefined) moved.splice(index + step, 0, rule);
  return moved;
}

/** The rules with their order, and how amounts are compared. */
export function RulesDialog({ settings, onApply, onClose }: RulesDialogProps) {
  const [draft, setDraft] = useState(settings);
  const { rules, signs, tolerance } = draft;
  const parsed = matchSettingsSchema.safeParse(draft);
  const change = (index: number, values: Partial<RuleSetting>) =>
    setDraft({
      ...draft,
      rules: rules.map((rule, other) => (other === index ? { ...rule, ...values } : rule)),
    });
  return (
    <FormDialog
      open
      onClose={onClose}
      title={t('ledger.rules.title')}
      lead={t('ledger.rules.lead')}
      size="large"
      cancelLabel={t('ledger.cancel')}
      submitLabel={t('ledger.rules.apply')}
      canSubmit={parsed.success}
      onSubmit={() => {
        if (parsed.success) onApply(parsed.data);
      }}
    >
      <ol className={styles.rules} aria-label={t('ledger.rules.list')}>
        {rules.map(({ rule, isOn, days }, index) => (
          <li key={rule}>
            <Checkbox
              checked={isOn}
              onChange={(checked) => change(index, { isOn: checked })}
              hint={t(`ledger.rules.${rule}.hint`)}
            >
              {t(`ledger.kind.${rule}`)}
            </Checkbox>
            {rule !== 'reference' && (
              <NumberField
                label={t('ledger.rules.days', { rule: t(`ledger.kind.${rule}`) })}
                value={days}
                minimum={0}
                maximum={maxRuleDays}
                onChange={(value) => change(index, { days: value })}
              />
            )}
            <span className={styles.moves}>
              <IconButton
                icon="chevron-up"
                label={t('ledger.rules.up', { rule: t(`ledger.kind.${rule}`) })}
                disabled={index === 0}
                onPress={() => setDraft({ ...draft, rules: withMoved(rules, index, -1) })}
              />
              <IconButton
                icon="chevron-down"
                label={t('ledger.rules.down', { rule: t(`ledger.kind.${rule}`) })}
                disabled={index === rules.length - 1}
                onPress={() => setDraft({ ...draft, rules: withMoved(rules, index, 1) })}
              />
            </span>
          </li>
        ))}
      </ol>
      <SegmentedControl
        label={t('ledger.rules.signs')}
        value={signs}
        onChange={(next) => setDraft({ ...draft, signs: next })}
        choices={(['detect', 'same', 'reversed'] as const).map((id) => ({
          id,
          label: t(`ledger.rules.signs.${id}`),
        }))}
      />
      <TextField
        label={t('ledger.rules.tolerance')}
        value={tolerance}
        maxLength={18}
        onChange={(text) => setDraft({ ...draft, tolerance: text.trim() })}
        error={parsed.success ? null : t('ledger.rules.tolerance.invalid')}
      />
    </FormDialog>
  );
}
