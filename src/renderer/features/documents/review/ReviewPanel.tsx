import type { Review } from '../../../../shared/contract/document-review.ts';
import { t } from '../../../../shared/messages/index.ts';
import { navigate } from '../../../app/routes.ts';
import { LinkButton } from '../../../components/actions/Button.tsx';
import { classNames } from '../../../components/layout/class-names.ts';
import { Sums } from '../../../components/layout/Facts.tsx';
import type { IconName } from '../../../components/layout/icons.ts';
import { Panel, PanelSection } from '../../../components/layout/Panel.tsx';
import { Skeleton } from '../../../components/messages/Skeleton.tsx';
import { State } from '../../../components/messages/State.tsx';
import styles from './Review.module.css';
import { batchSums, type Check, checksOf, serviceSums } from './review-facts.ts';

const iconOfCheck: Readonly<Record<Check['state'], IconName>> = {
  ok: 'check-circle',
  info: 'info',
  problem: 'alert',
};

function Checks({ checks }: { readonly checks: readonly Check[] }) {
  return (
    <ul className={styles.checks}>
      {checks.map(({ id, state, text }) => (
        <li key={id} className={classNames(state === 'problem' && styles.problem)}>
          <State icon={iconOfCheck[state]} {...(state === 'ok' ? { tone: 'ok' as const } : {})}>
            <span>{text}</span>
          </State>
        </li>
      ))}
    </ul>
  );
}

export function ReviewPanel({
  review,
  largeFileMegabytes,
}: {
  readonly review: Review | null;
  readonly largeFileMegabytes: number;
}) {
  if (review === null) {
    return (
      <Panel label={t('documentsReview.panel.label')}>
        <PanelSection grow>
          <Skeleton rows={6} pieces={2} />
        </PanelSection>
      </Panel>
    );
  }
  return (
    <Panel label={t('documentsReview.panel.label')}>
      <h2 className="sr">{t('documentsReview.panel.label')}</h2>
      <PanelSection heading={t('documentsReview.panel.batch')}>
        <Sums lines={batchSums(review)} />
      </PanelSection>
      <PanelSection heading={t('documentsReview.panel.service')}>
        <Sums lines={serviceSums(review)} />
        <p className={classNames(styles.update, 'sm dim')}>
          {review.recipientUpdate === 'send-known'
            ? t('documentsReview.panel.sendKnown')
            : t('documentsReview.panel.sendNew')}{' '}
          <LinkButton small onPress={() => navigate('settings', { section: 'profiles' })}>
            {t('documentsReview.panel.settings')}
          </LinkButton>
        </p>
      </PanelSection>
      <PanelSection heading={t('documentsReview.panel.checks')} grow>
        <Checks checks={checksOf(review, largeFileMegabytes)} />
      </PanelSection>
    </Panel>
  );
}
