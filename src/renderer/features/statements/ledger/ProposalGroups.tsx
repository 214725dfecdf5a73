import { formatList, t } from '../../../../shared/messages/index.ts';
import type { ProposalGroup } from '../../../../shared/model/statements/ledger.ts';
import { call } from '../../../bridge.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { useQuery } from '../../../components/layout/use-query.ts';
import { ErrorNotice } from '../../../components/messages/ErrorNotice.tsx';
import { useViewer } from '../grid/state/viewer-context.ts';
import styles from './Ledger.module.css';

interface ProposalGroupsProps {
  readonly revision: number;
  /** Matches, or refuses, all rows of a group. */
  readonly onDecide: (group: ProposalGroup, isConfirmed: boolean) => void;
  readonly onShow: (group: ProposalGroup) => void;
}

/** What the rules propose, by what the rows have in common and what speaks against it; each group is decided at once. */
export function ProposalGroups({ revision, onDecide, onShow }: ProposalGroupsProps) {
  const { handle } = useViewer();
  const { value, error } = useQuery({
    queryKey: `${handle} ${revision}`,
    load: () => call('viewer.ledger', { action: 'groups', handle }),
    keepsPrevious: true,
  });
  if (error !== null) return <ErrorNotice error={error} />;
  if (value === null || value.groups.length === 0) return null;
  return (
    <ul className={styles.groups} aria-label={t('ledger.proposals')}>
      {value.groups.map((group) => {
        const { rule, against, rows } = group;
        const reasons = formatList(against.map((reason) => t(`ledger.reason.${reason}`)));
        return (
          <li key={`${rule} ${against.join()}`}>
            <span className="num">{t('ledger.proposals.count', { rows })}</span>
            <span className={styles.reasons}>
              <span>{t('ledger.proposals.for', { rule: t(`ledger.kind.${rule}`) })}</span>
              <span className="dim">{t('ledger.proposals.against', { reasons })}</span>
            </span>
            <Button size="small" onPress={() => onShow(group)}>
              {t('ledger.proposals.show')}
            </Button>
            <Button size="small" icon="check" onPress={() => onDecide(group, true)}>
              {t('ledger.proposals.confirm')}
            </Button>
            <Button size="small" icon="close" onPress={() => onDecide(group, false)}>
              {t('ledger.proposals.refuse')}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
