import { shellWords } from '../../shared/words/shell.ts';
import { classNames } from '../components/class-names.ts';
import { Icon } from '../components/Icon.tsx';
import type { Feature } from './feature.ts';
import { useFeatureRegistry } from './feature-registry.ts';
import { shownKeys } from './keys.ts';
import { leave } from './LeaveDialog.tsx';
import { platform } from './platform.ts';
import { navigate, useRoute } from './routes.ts';

const maxShownCount = 99;

function RailItem({ feature, place, count }: { feature: Feature; place: number; count: number }) {
  const here = useRoute() === feature.route;
  const keys = shownKeys(`Mod+${place}`, platform);
  return (
    <button
      type="button"
      className="rail-item"
      data-tour={`rail-${feature.route}`}
      aria-current={here ? 'page' : undefined}
      title={keys}
      onClick={() => leave(() => navigate(feature.route))}
    >
      <Icon name={feature.icon} size="lg" />
      <span>{feature.word}</span>
      {count > 0 && (
        <>
          <b className="count" aria-hidden="true">
            {count > maxShownCount ? shellWords.rail.most : count}
          </b>
          <span className="sr">{shellWords.rail.needsYou(count)}</span>
        </>
      )}
    </button>
  );
}

/** The six places, each with the number of things in it that need the clerk. */
export function Rail({ features }: { readonly features: readonly Feature[] }) {
  const contributions = useFeatureRegistry();
  return (
    <nav className="rail" aria-label={shellWords.regions.rail} data-region="rail" tabIndex={-1}>
      <ul>
        {features.map((feature, index) => (
          <li key={feature.route} className={classNames(feature.atFoot === true && 'push')}>
            <RailItem
              feature={feature}
              place={index + 1}
              count={contributions[feature.route]?.needsClerk ?? 0}
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}
