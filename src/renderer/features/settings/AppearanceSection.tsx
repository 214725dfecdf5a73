import { appearanceSchema } from '../../../shared/model/settings.ts';
import { settingsScreenWords } from '../../../shared/words/settings-screen.ts';
import { Switch } from '../../components/Checkbox.tsx';
import { SegmentedControl } from '../../components/Radio.tsx';
import { Section } from './Section.tsx';
import { useSettings } from './use-settings.ts';

const words = settingsScreenWords.appearance;

/** Theme and contrast, applied immediately. */
export function AppearanceSection() {
  const { settings, change } = useSettings();
  const { appearance } = settings;
  return (
    <Section title={settingsScreenWords.section.appearance}>
      <div className="setting-narrow">
        <SegmentedControl
          label={words.theme}
          value={appearance.theme}
          onChange={(theme) => change({ appearance: { ...appearance, theme } })}
          hint={words.themeHint}
          choices={appearanceSchema.shape.theme.options.map((id) => ({ id, word: words.themes[id] }))}
        />
      </div>
      <Switch
        checked={appearance.contrast}
        onChange={(contrast) => change({ appearance: { ...appearance, contrast } })}
        hint={words.contrastHint}
      >
        {words.contrast}
      </Switch>
    </Section>
  );
}
