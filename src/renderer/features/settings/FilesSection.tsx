import { t } from '../../../shared/messages/index.ts';
import { maxUploadBytesPerSecond, minUploadBytesPerSecond } from '../../../shared/model/settings.ts';
import { useSettings } from '../../app/settings/use-settings.ts';
import { Switch } from '../../components/fields/Checkbox.tsx';
import { NumberField } from '../../components/fields/NumberField.tsx';
import { Section } from './Section.tsx';
import styles from './Settings.module.css';

/** Bytes per second when the limit is switched on. */
const defaultBytesPerSecond = 500_000;
const bytesPerKilobyte = 1_000;

export function FilesSection() {
  const { settings, change } = useSettings();
  const limit = settings.uploadBytesPerSecond;
  return (
    <Section title={t('settings.section.files')}>
      <div className={styles.narrow}>
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
          onChange={(isLimited) => change({ uploadBytesPerSecond: isLimited ? defaultBytesPerSecond : null })}
          hint={t('settings.files.limitedHint')}
        >
          {t('settings.files.limited')}
        </Switch>
        {limit !== null && (
          <NumberField
            label={t('settings.files.limit')}
            value={limit / bytesPerKilobyte}
            onChange={(kilobytes) =>
              change({ uploadBytesPerSecond: Math.round(kilobytes) * bytesPerKilobyte })
            }
            minimum={minUploadBytesPerSecond / bytesPerKilobyte}
            maximum={maxUploadBytesPerSecond / bytesPerKilobyte}
            step={1}
            unit={t('settings.files.limitUnit')}
          />
        )}
      </div>
    </Section>
  );
}
