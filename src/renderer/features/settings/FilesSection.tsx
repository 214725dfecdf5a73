import { maxUploadBytesPerSecond, minUploadBytesPerSecond } from '../../../shared/model/settings.ts';
import { settingsScreenWords } from '../../../shared/words/settings-screen.ts';
import { Switch } from '../../components/Checkbox.tsx';
import { NumberField } from '../../components/NumberField.tsx';
import { useAbout } from './about.ts';
import { Section } from './Section.tsx';
import { useSettings } from './use-settings.ts';

const words = settingsScreenWords.files;

/** Bytes per second when the limit is switched on. */
const defaultLimit = 500_000;
const kilobyte = 1_000;

/** The size of large files, the upload limit, and the handling of event files. */
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
          onChange={(on) => change({ uploadBytesPerSecond: on ? defaultLimit : null })}
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
