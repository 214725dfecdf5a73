import { t } from '../../../shared/messages/index.ts';
import { maxUploadBytesPerSecond, minUploadBytesPerSecond } from '../../../shared/model/settings.ts';

import { Switch } from '../../components/Checkbox.tsx';
import { NumberField } from '../../components/NumberField.tsx';
import { useAbout } from './about.ts';
import { Section } from './Section.tsx';
import { useSettings } from './use-settings.ts';

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
    <Section title={t('settings.section.files')}>
      <div className="setting-narrow">
        <NumberField
          label={t('settings.files.large')}
          value={settings.largeFileMegabytes}
          onChange={(megabytes) => change({ largeFileMegabytes: Math.round(megabytes) })}
          minimum={1}
          maximum={10_000}
          step={1}
          unit={t('settings.files.largeUnit')}
          hint={t('settings.files.largeHint')}
        />
        <Switch
          checked={limit !== null}
          onChange={(on) => change({ uploadBytesPerSecond: on ? defaultLimit : null })}
          hint={t('settings.files.limitedHint')}
        >
          {t('settings.files.limited')}
        </Switch>
        {limit !== null && (
          <NumberField
            label={t('settings.files.limit')}
            value={limit / kilobyte}
            onChange={(kilobytes) => change({ uploadBytesPerSecond: Math.round(kilobytes) * kilobyte })}
            minimum={minUploadBytesPerSecond / kilobyte}
            maximum={maxUploadBytesPerSecond / kilobyte}
            step={1}
            unit={t('settings.files.limitUnit')}
          />
        )}
        <Switch
          checked={(decided ?? settings.usedEventFiles) === 'delete'}
          onChange={(on) => change({ usedEventFiles: on ? 'delete' : 'keep' })}
          hint={
            decided === null ? t('settings.files.deleteEventsHint') : t('settings.files.deleteEventsManaged')
          }
          disabled={decided !== null}
        >
          {t('settings.files.deleteEvents')}
        </Switch>
      </div>
    </Section>
  );
}
