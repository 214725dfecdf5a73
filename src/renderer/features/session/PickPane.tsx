import { t } from '../../../shared/messages/index.ts';

import { Button, LinkButton } from '../../components/actions/Button.tsx';
import { Icon } from '../../components/layout/Icon.tsx';
import { ProfileList, type ProfileListProps } from './ProfileList.tsx';
import { type ProfileNeeds, summarizeNeeds } from './profile-needs.ts';
import styles from './SignIn.module.css';

export interface PickPaneProps extends ProfileListProps {
  readonly onAdd: () => void;
  /** Opens the practice company; `null` when the practice company is open or not offered. */
  readonly onExplore: (() => void) | null;
  readonly isExploring: boolean;
  /** The open work of the practice company. */
  readonly practiceNeeds: ProfileNeeds | undefined;
}

/** The choice of a profile, a new profile, or the practice company. */
export function PickPane(props: PickPaneProps) {
  const { onAdd, onExplore, isExploring, practiceNeeds } = props;
  return (
    <section className={styles.pickPane} aria-label={t('session.pick.title')}>
      <h2>{t('session.pick.title')}</h2>
      <div className={styles.pickRoom}>
        <ProfileList {...props} />
        <div className={styles.pickAdd}>
          <Button variant="quiet" icon="plus" onPress={onAdd}>
            {t('session.pick.add')}
          </Button>
        </div>
      </div>
      {onExplore !== null && (
        <div className={styles.pickPractice}>
          <Icon name="flask" size="lg" />
          <div>
            <LinkButton onPress={onExplore}>
              {isExploring ? t('session.practice.starting') : t('session.practice.explore')}
            </LinkButton>
            <p className="sm dim">
              {practiceNeeds === undefined ? t('session.practice.detail') : summarizeNeeds(practiceNeeds)}
            </p>
          </div>
        </div>
      )}
    </section>
  );
}
