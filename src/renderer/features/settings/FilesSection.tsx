import { settingsScreenWords } from '../../../shared/words/settings-screen.ts';
import { NumberField } from '../../components/NumberField.tsx';
import { useSettings } from './change.ts';
import { Section } from './Section.tsx';

const words = settingsScreenWords.files;

/** From which size on a file is worth a warning. */
export function FilesSection() {
  const { settings, change } = useSettings();
  return (
    <Section title={settingsScreenWords.section.files}>
      <div className="setting-narrow">
        <NumberField
          label={words.large}
          value={settings.largeFileMegabytes}
          onChange={(megabytes) => change({ largeFileMegabytes: Math.round(megabytes) })}
          minimum={1}
          maximum={10_000}
          step={1}
          unit={words.largeUnit}
          hint={words.largeHint}
        />
      </div>
    </Section>
  );
}
