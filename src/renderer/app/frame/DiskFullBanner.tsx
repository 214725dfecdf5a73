import { t } from '../../../shared/messages/index.ts';
import { diskFullTitle } from '../../../shared/messages/need-messages.ts';
import { useTopicPart } from '../../bridge.ts';
import { Notice } from '../../components/messages/Notice.tsx';
import { useRoute } from '../routes.ts';
import styles from './Frame.module.css';

/** Shown on every screen but *Needs you*, whose list says the same. */
export function DiskFullBanner() {
  const diskFull = useTopicPart('diskFull', (value) => value, null);
  const isListed = useRoute() === 'needsYou';
  if (diskFull === null || isListed) return null;
  return (
    <div className={styles.banner}>
      <Notice tone="danger" icon="alert" title={diskFullTitle(diskFull)}>
        {t('needsYou.disk-full.detail')}
      </Notice>
    </div>
  );
}
