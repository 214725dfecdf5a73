import { t } from '../../../shared/messages/index.ts';
import { appearanceSchema } from '../../../shared/model/settings.ts';
import { useSettings } from '../../app/settings/use-settings.ts';
import { Switch } from '../../components/fields/Checkbox.tsx';
import { SegmentedControl } from '../../components/fields/Radio.tsx';
import { Section } from './Section.tsx';
import styles from './Settings.module.css';
import { TextSizeField } from './TextSizeField.tsx';

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
