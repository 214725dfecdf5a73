import { maxUploadBytesPerSecond, minUploadBytesPerSecond } from '../../../shared/model/settings.ts';
import { settingsScreenWords } from '../../../shared/words/settings-screen.ts';
import { Switch } from '../../components/Checkbox.tsx';
import { NumberField } from '../../components/NumberField.tsx';
import { useAbout } from './about.ts';
import { useSettings } from './change.ts';
import { Section } from './Section.tsx';

const words = settingsScreenWords.files;

/** Bytes per second that the limit begins with. */
const usualLimit = 500_000;
const kilobyte = 1_000;

/** From which size on a file is worth a warning, and how fast documents are sent. */
export function FilesSection() {
  const { settings, change } = useSettings();
  const reading = useAbout();
  const decided = reading.state === 'known' ? reading.about.usedEventFiles : null;
  const limit = settings.uploadBytesPerSecond;
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
        <Switch
          checked={limit !== null}
          onChange={(on) => change({ uploadBytesPerSecond: on ? usualLimit : null })}
          hint={words.limitedHint}
        >
          {words.limited}
        </Switch>
        {limit !== null && (
          <NumberField
            label={words.limit}
            value={limit / kilobyte}
            onChange={(kilobytes) => change({ uploadBytesPerSecond: Math.round(kilobytes) * kilobyte })}
            minimum={minUploadBytesPerSecond / kilobyte}
            maximum={maxUploadBytesPerSecond / kilobyte}
            step={1}
            unit={words.limitUnit}
          />
        )}
        <Switch
          checked={(decided ?? settings.usedEventFiles) === 'delete'}
          onChange={(on) => change({ usedEventFiles: on ? 'delete' : 'keep' })}
          hint={decided === null ? words.deleteEventsHint : words.deleteEventsManaged}
          disabled={decided !== null}
        >
          {words.deleteEvents}
        </Switch>
      </div>
    </Section>
  );
}
