import { t } from '../../../shared/messages/index.ts';
import { appearanceSchema, type TextSize, textSizes } from '../../../shared/model/settings.ts';
import { formatKeys } from '../../app/commands/keys.ts';
import { platform } from '../../app/settings/platform.ts';
import { textSizeKeys } from '../../app/settings/text-size.ts';
import { useSettings } from '../../app/settings/use-settings.ts';
import { Switch } from '../../components/fields/Checkbox.tsx';
import { SegmentedControl } from '../../components/fields/Radio.tsx';
import { Section } from './Section.tsx';
import styles from './Settings.module.css';

const toId = (size: TextSize) => `${size}` as const;

/** The size of everything in the window, applied immediately. */
function TextSizeField() {
  const { settings, change } = useSettings();
  const { larger, smaller, normal } = textSizeKeys;
  return (
    <div className={styles.narrow}>
      <SegmentedControl
        label={t('settings.textSize.label')}
        value={toId(settings.textSize)}
        onChange={(id) => change({ textSize: textSizes.find((size) => toId(size) === id) ?? 100 })}
        hint={t('settings.textSize.hint', {
          larger: formatKeys(larger, platform),
          smaller: formatKeys(smaller, platform),
          normal: formatKeys(normal, platform),
        })}
        choices={textSizes.map((size) => ({
          id: toId(size),
          label: t('settings.textSize.percent', { percent: size }),
        }))}
      />
    </div>
  );
}

/** Theme, contrast and text size, applied immediately. */
export function AppearanceSection() {
  const { settings, change } = useSettings();
  const { appearance } = settings;
  return (
    <Section title={t('settings.section.appearance')}>
      <div className={styles.narrow}>
        <SegmentedControl
          label={t('settings.appearance.theme')}
          value={appearance.theme}
          onChange={(theme) => change({ appearance: { ...appearance, theme } })}
          hint={t('settings.appearance.themeHint')}
          choices={appearanceSchema.shape.theme.options.map((id) => ({
            id,
            label: t(`settings.appearance.themes.${id}`),
          }))}
        />
      </div>
      <Switch
        checked={appearance.contrast}
        onChange={(contrast) => change({ appearance: { ...appearance, contrast } })}
        hint={t('settings.appearance.contrastHint')}
      >
        {t('settings.appearance.contrast')}
      </Switch>
      <TextSizeField />
    </Section>
  );
}
