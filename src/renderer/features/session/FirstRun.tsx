import { t } from '../../../shared/messages/index.ts';
import { Button } from '../../components/actions/Button.tsx';
import { classNames } from '../../components/layout/class-names.ts';
import { Icon } from '../../components/layout/Icon.tsx';
import pageStyles from '../../components/layout/Page.module.css';
import styles from './SignIn.module.css';

const requirements = ['credentials', 'hosts'] as const;

interface FirstRunProps {
  /** Opens the practice company; `null` when the practice company is open or not offered. */
  readonly onExplore: (() => void) | null;
  readonly isExploring: boolean;
  readonly onAdd: () => void;
}

/** The sign-in screen without profiles: explore the practice company, or add a profile. */
export function FirstRun({ onExplore, isExploring, onAdd }: FirstRunProps) {
  return (
    <div className={classNames(pageStyles.card, styles.firstRun)}>
      <div>
        <h1>{t('session.first.title')}</h1>
        <p className="dim">{t('session.first.lead')}</p>
      </div>
      <div className={styles.firstChoices}>
        {onExplore !== null && (
          <section className={styles.firstChoice} aria-labelledby="first-practice">
            <Icon name="flask" size="lg" />
            <h2 id="first-practice">{t('session.first.practice')}</h2>
            <p>{t('session.first.practiceDetail')}</p>
            <Button variant="primary" size="wide" onPress={onExplore} startsFocused>
              {isExploring ? t('session.practice.starting') : t('session.practice.explore')}
            </Button>
          </section>
        )}
        <section className={styles.firstChoice} aria-labelledby="first-own">
          <Icon name="bank" size="lg" />
          <h2 id="first-own">{t('session.first.own')}</h2>
          <div className={styles.firstText}>
            <p>{t('session.first.ownDetail')}</p>
            <ul className={styles.firstNeeds}>
              {requirements.map((requirement) => (
                <li key={requirement}>{t(`session.first.needs.${requirement}`)}</li>
              ))}
            </ul>
            <p>{t('session.first.managed')}</p>
          </div>
          <Button size="wide" icon="plus" onPress={onAdd} startsFocused={onExplore === null}>
            {t('session.first.add')}
          </Button>
        </section>
      </div>
      <div className={styles.note}>
        <Icon name="info" />
        <p>{t('session.form.deprecation')}</p>
      </div>
    </div>
  );
}
