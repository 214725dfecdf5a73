import { t } from '../../../shared/messages/index.ts';
import { type TextSize, textSizes } from '../../../shared/model/settings.ts';
import { formatKeys } from '../../app/commands/keys.ts';
import { platform } from '../../app/settings/platform.ts';
import { textSizeKeys } from '../../app/settings/text-size.ts';
import { useSettings } from '../../app/settings/use-settings.ts';
import { SegmentedControl } from '../../components/fields/Radio.tsx';
import styles from './Settings.module.css';

const toId = (size: TextSize) => `${size}` as const;

/** The size of everything in the window, applied immediately. */
export function TextSizeField() {
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
