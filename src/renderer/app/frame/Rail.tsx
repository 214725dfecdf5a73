import { t } from '../../../shared/messages/index.ts';
import { useTopicPart } from '../../bridge.ts';
import { classNames } from '../../components/layout/class-names.ts';
import { Icon } from '../../components/layout/Icon.tsx';
import { formatKeys } from '../commands/keys.ts';
import type { Feature } from '../feature.ts';
import { leave } from '../profiles/leave.ts';
import { useProfileNeeds } from '../profiles/profile-needs.ts';
import { useProfile } from '../profiles/use-profile.ts';
import { navigate, type RouteName, useRoute } from '../routes.ts';
import { platform } from '../settings/platform.ts';
import styles from './Rail.module.css';

const maxShownCount = 99;

function RailItem({ feature, position, count }: { feature: Feature; position: number; count: number }) {
  const isCurrent = useRoute() === feature.route;
  const keys = formatKeys(`Mod+${position}`, platform);
  return (
    <button
      type="button"
      className={styles.item}
      aria-current={isCurrent ? 'page' : undefined}
      title={keys}
      onClick={() => leave(() => navigate(feature.route))}
    >
      <Icon name={feature.icon} size="lg" />
      <span>{feature.label}</span>
      {count > 0 && (
        <>
          <b className={styles.count} aria-hidden="true">
            {count > maxShownCount ? t('shell.manyCount') : count}
          </b>
          <span className="sr">{t('shell.needsYou', { count })}</span>
        </>
      )}
    </button>
  );
}

export function Rail({ features }: { readonly features: readonly Feature[] }) {
  const profileId = useProfile()?.id ?? '';
  const byScreen: Readonly<Partial<Record<RouteName, number>>> =
    useProfileNeeds().get(profileId)?.byScreen ?? {};
  const total = useTopicPart('needsYou', (summary) => summary.total, 0);
  return (
    <nav className={styles.rail} aria-label={t('shell.regions.rail')} data-region="rail" tabIndex={-1}>
      <ul>
        {features.map((feature, index) => (
          <li key={feature.route} className={classNames(feature.isAtFoot === true && styles.push)}>
            <RailItem
              feature={feature}
              position={index + 1}
              count={feature.route === 'needsYou' ? total : (byScreen[feature.route] ?? 0)}
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}
