import { formatNumber, t } from '../../../shared/messages/index.ts';
import { type Beneficiary, beneficiaryState } from '../../../shared/model/beneficiary.ts';

import { call } from '../../bridge.ts';
import { Button } from '../../components/actions/Button.tsx';
import { CopyableText } from '../../components/actions/CopyableText.tsx';
import { Facts } from '../../components/layout/Facts.tsx';
import { Panel, PanelSection } from '../../components/layout/Panel.tsx';
import { Time } from '../../components/layout/Time.tsx';
import { useQuery } from '../../components/layout/use-query.ts';
import { ErrorNotice } from '../../components/messages/ErrorNotice.tsx';
import { Skeleton } from '../../components/messages/Skeleton.tsx';
import { AttachedDocuments } from './AttachedDocuments.tsx';
import { BeneficiaryStateMark } from './BeneficiaryStateMark.tsx';
import { openDialog } from './dialogs.ts';
import { StageSection } from './StageSection.tsx';

/** Returns why a beneficiary cannot be removed, or `null`. Main may refuse the removal for further reasons. */
function findRemovalProblem(beneficiary: Beneficiary): string | null {
  const { attached: attachedCount, unknown: unknownOutcomeCount, stage } = beneficiary;
  if (unknownOutcomeCount > 0) return t('beneficiaries.panel.removeImpossible.unknown');
  if (stage === 'creating' || stage === 'id-needed') return t('beneficiaries.panel.removeImpossible.sent');
  return attachedCount > 0 ? t('beneficiaries.panel.removeImpossible.documents') : null;
}

function BeneficiaryFacts({ beneficiary }: { readonly beneficiary: Beneficiary }) {
  const { recipientId, attached: attachedCount, lastAttachedAt } = beneficiary;
  return (
    <Facts
      facts={[
        {
          term: t('beneficiaries.list.columns.recipientId'),
          value:
            recipientId === null ? (
              t('beneficiaries.list.noId')
            ) : (
              <CopyableText text={recipientId} label={t('beneficiaries.panel.copyId')} />
            ),
        },
        { term: t('beneficiaries.list.columns.documents'), value: formatNumber(attachedCount), face: 'num' },
        {
          term: t('beneficiaries.list.columns.lastAttached'),
          value:
            lastAttachedAt === null ? (
              t('beneficiaries.list.never')
            ) : (
              <Time value={lastAttachedAt} form="moment" />
            ),
        },
      ]}
    />
  );
}

function PanelContent({
  beneficiary,
  revision,
}: {
  readonly beneficiary: Beneficiary;
  readonly revision: number;
}) {
  return (
    <>
      <PanelSection
        title={<bdi>{beneficiary.label}</bdi>}
        actions={
          <>
            <Button size="small" icon="pencil" onPress={() => openDialog({ kind: 'rename', beneficiary })}>
              {t('beneficiaries.panel.rename')}
            </Button>
            <Button
              size="small"
              variant="quiet-danger"
              disabledReason={findRemovalProblem(beneficiary)}
              onPress={() => openDialog({ kind: 'remove', beneficiary })}
            >
              {t('beneficiaries.panel.remove')}
            </Button>
          </>
        }
      >
        <BeneficiaryFacts beneficiary={beneficiary} />
      </PanelSection>
      <StageSection beneficiary={beneficiary} />
      <AttachedDocuments beneficiaryId={beneficiary.id} revision={revision} />
    </>
  );
}

interface BeneficiaryPanelProps {
  readonly beneficiaryId: number;
  readonly revision: number;
  readonly onClose: () => void;
}

export function BeneficiaryPanel({ beneficiaryId, revision, onClose }: BeneficiaryPanelProps) {
  const { value, error, retry } = useQuery({
    queryKey: String(beneficiaryId),
    revision,
    load: () => call('beneficiaries.get', { id: beneficiaryId }),
    keepsPrevious: true,
  });
  return (
    <Panel
      label={value?.label ?? t('beneficiaries.panel.label')}
      onClose={onClose}
      top={value === null ? undefined : <BeneficiaryStateMark state={beneficiaryState(value)} />}
    >
      {error !== null && (
        <PanelSection>
          <ErrorNotice
            error={error}
            actions={
              <Button size="small" icon="retry" onPress={retry}>
                {t('components.tryAgain')}
              </Button>
            }
          />
        </PanelSection>
      )}
      {value === null && error === null && <Skeleton rows={6} pieces={1} />}
      {value !== null && <PanelContent beneficiary={value} revision={revision} />}
    </Panel>
  );
}
