import { t } from '../../../../shared/messages/index.ts';
import type { BeneficiaryName } from '../../../../shared/model/beneficiary.ts';
import { lastPathSegment } from '../../../../shared/model/documents/folder-path.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { Icon } from '../../../components/layout/Icon.tsx';
import styles from './Folders.module.css';
import type { FolderLine } from './folder-choices.ts';

interface FolderProposalsProps {
  readonly line: FolderLine;
  readonly onAccept: (beneficiary: BeneficiaryName) => void;
  readonly onChooseOther: () => void;
  readonly disabled: boolean;
}

/** Says why the clerk has to decide about the proposals. */
function proposalNote({ folder, source, origin, matches, proposals }: FolderLine): string {
  if (matches > 1) return t('documentsAssign.folders.ambiguous', { count: matches });
  if (origin === 'ambiguous') return t('documentsAssign.folders.equallySimilar', { count: proposals.length });
  return source === folder
    ? t('documentsAssign.folders.similar')
    : t('documentsAssign.folders.similarOuter', { folder: lastPathSegment(source) });
}

/** The beneficiaries with labels near the name of a folder: none is assigned until the clerk accepts it. */
export function FolderProposals({ line, onAccept, onChooseOther, disabled }: FolderProposalsProps) {
  const { folder, proposals } = line;
  return (
    <div className={styles.proposals} data-proposals={proposals.length}>
      <p className={styles.note}>
        <Icon name="help" size="sm" />
        {proposalNote(line)}
      </p>
      <ul>
        {proposals.map((proposal) => (
          <li key={proposal.id} className={styles.proposal}>
            <span className={styles.text}>
              <bdi className="cut">{proposal.label}</bdi>
              <span className={styles.more}>
                <span className="id">
                  {proposal.recipientId ?? t('documentsAssign.choice.willBeCreated')}
                </span>
              </span>
            </span>
            <Button size="small" onPress={() => onAccept(proposal)} disabled={disabled}>
              <span className="sr">
                {t('documentsAssign.folders.acceptFor', { label: proposal.label, folder })}
              </span>
              <span aria-hidden="true">{t('documentsAssign.folders.accept')}</span>
            </Button>
          </li>
        ))}
      </ul>
      <Button variant="quiet" size="small" onPress={onChooseOther} disabled={disabled}>
        <span className="sr">{t('documentsAssign.folders.chooseOtherFor', { folder })}</span>
        <span aria-hidden="true">{t('documentsAssign.folders.chooseOther')}</span>
      </Button>
    </div>
  );
}
