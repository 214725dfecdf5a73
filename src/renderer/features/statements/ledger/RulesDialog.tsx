import { useState } from 'react';
import { Disclosure, DisclosurePanel } from 'react-aria-components';
import { formatList, t } from '../../../../shared/messages/index.ts';
import {
  type MatchSettings,
  matchSettingsSchema,
  maxRuleDays,
  type NameAlias,
  type RuleSetting,
} from '../../../../shared/model/statements/ledger.ts';
import { call } from '../../../bridge.ts';
import { DisclosureTrigger } from '../../../components/actions/DisclosureTrigger.tsx';
import { IconButton } from '../../../components/actions/IconButton.tsx';
import { FormDialog } from '../../../components/dialogs/FormDialog.tsx';
import { Checkbox } from '../../../components/fields/Checkbox.tsx';
import { NumberField } from '../../../components/fields/NumberField.tsx';
import { SegmentedControl } from '../../../components/fields/Radio.tsx';
import { TextField } from '../../../components/fields/TextField.tsx';
import { classNames } from '../../../components/layout/class-names.ts';
import { useQuery } from '../../../components/layout/use-query.ts';
import { useViewer } from '../grid/state/viewer-context.ts';
import styles from './Ledger.module.css';

interface RulesDialogProps {
  readonly settings: MatchSettings;
  /** `removed` names of one party are none from now on. */
  readonly onApply: (settings: MatchSettings, removed: NameAlias[]) => void;
  readonly onClose: () => void;
}

function withMoved(rules: readonly RuleSetting[], index: number, step: -1 | 1): RuleSetting[] {
  const moved = [...rules];
  const [rule] = moved.splice(index, 1);
  if (rule !== undefined) moved.splice(index + step, 0, rule);
  return moved;
}

/** The rules, how amounts are compared, and the names that matches by hand say are of one party. */
export function RulesDialog({ settings, onApply, onClose }: RulesDialogProps) {
  const { handle } = useViewer();
  const [draft, setDraft] = useState(settings);
  const [removed, setRemoved] = useState<NameAlias[]>([]);
  const load = () => call('viewer.ledger', { action: 'aliases', handle });
  const { value } = useQuery({ queryKey: `${handle}`, load });
  const aliases = value?.aliases.filter((names) => !removed.includes(names)) ?? [];
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
        if (parsed.success) onApply(parsed.data, removed);
      }}
    >
      <ol className={styles.rules} aria-label={t('ledger.rules.list')}>
        {rules.map(({ rule, isOn }, index) => (
          <li key={rule}>
            <Checkbox
              checked={isOn}
              onChange={(checked) => change(index, { isOn: checked })}
              hint={t(`ledger.rules.${rule}.hint`)}
            >
              {t(`ledger.kind.${rule}`)}
            </Checkbox>
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
      {aliases.length > 0 && (
        <>
          <p className="sm dim">{t('ledger.rules.aliases')}</p>
          <ul className={styles.rules} aria-label={t('ledger.rules.aliases')}>
            {aliases.map((names) => (
              <li key={names.join('\n')}>
                <span>{formatList(names)}</span>
                <IconButton
                  icon="trash"
                  label={t('ledger.remove', { name: formatList(names) })}
                  onPress={() => setRemoved([...removed, names])}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      <Disclosure>
        <DisclosureTrigger level={3}>{t('ledger.rules.advanced')}</DisclosureTrigger>
        <DisclosurePanel>
          <ol className={classNames(styles.rules, styles.order)} aria-label={t('ledger.rules.order')}>
            {rules.map(({ rule, days }, index) => (
              <li key={rule}>
                {rule === 'reference' ? (
                  <span>{t('ledger.kind.reference')}</span>
                ) : (
                  <NumberField
                    label={t('ledger.rules.days', { rule: t(`ledger.kind.${rule}`) })}
                    value={days}
                    minimum={0}
                    maximum={maxRuleDays}
                    onChange={(value) => change(index, { days: value })}
                  />
                )}
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
              </li>
            ))}
          </ol>
        </DisclosurePanel>
      </Disclosure>
    </FormDialog>
  );
}
