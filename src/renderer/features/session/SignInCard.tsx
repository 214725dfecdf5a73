import { t } from '../../../shared/messages/index.ts';
import { type ProfileNeeds, summarizeNeeds } from '../../app/profiles/profile-needs.ts';
import { Button, LinkButton } from '../../components/actions/Button.tsx';
import { classNames } from '../../components/layout/class-names.ts';
import { Icon } from '../../components/layout/Icon.tsx';
import pageStyles from '../../components/layout/Page.module.css';
import { ProfileList, type ProfileListProps } from './ProfileList.tsx';
import styles from './SignIn.module.css';
import { SignInForm, type SignInFormProps } from './SignInForm.tsx';

interface PickPaneProps extends ProfileListProps {
  readonly onAdd: () => void;
  /** Opens the practice company; `null` when the practice company is open or not offered. */
  readonly onExplore: (() => void) | null;
  readonly isExploring: boolean;
  /** The open work of the practice company. */
  readonly practiceNeeds: ProfileNeeds | undefined;
}

/** The choice of a profile, a new profile, or the practice company. */
function PickPane(props: PickPaneProps) {
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

interface SignInCardProps {
  readonly pick: PickPaneProps;
  readonly form: SignInFormProps;
}

/** The choice of a profile beside the form of the chosen one. */
export function SignInCard({ pick, form }: SignInCardProps) {
  return (
    <div className={classNames(pageStyles.card, styles.card)}>
      <PickPane {...pick} />
      <SignInForm key={form.entry.id} {...form} />
    </div>
  );
}
