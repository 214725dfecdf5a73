import { t } from '../../../shared/messages/index.ts';
import { createNeedMessages } from '../../../shared/messages/need-messages.ts';
import type { NeedLine } from '../../../shared/model/needs-you/need-line.ts';
import { isClosable, keyOfNeed, type Need, urgencyOf } from '../../../shared/model/needs-you/needs-you.ts';
import { Button } from '../../components/actions/Button.tsx';
import { Facts } from '../../components/layout/Facts.tsx';
import { Panel, PanelSection } from '../../components/layout/Panel.tsx';
import { Time } from '../../components/layout/Time.tsx';
import { Badge } from '../../components/messages/State.tsx';
import { urgencyAppearances } from './appearance.ts';
import { describeAction, type ProfileNames } from './rows.ts';

interface NeedPanelProps {
  readonly need: NeedLine;
  readonly profiles: ProfileNames;
  readonly onAct: (need: NeedLine) => void;
  /** Asks for confirmation before the entry is closed. */
  readonly onCloseNeed: (need: Need) => void;
  readonly onClose: () => void;
}

export function NeedPanel({ need, profiles, onAct, onCloseNeed, onClose }: NeedPanelProps) {
  const { title, consequence } = createNeedMessages(need);
  const urgency = urgencyOf[need.kind];
  const { icon, tone } = urgencyAppearances[urgency];
  return (
    <Panel
      key={keyOfNeed(need)}
      label={t('needsYou.panel')}
      top={
        <Badge icon={icon} tone={tone}>
          {t(`needsYou.urgency.${urgency}`)}
        </Badge>
      }
      onClose={onClose}
    >
      <PanelSection title={title}>
        <p className="dim">{consequence}</p>
      </PanelSection>
      <PanelSection grow>
        <Facts
          facts={[
            { term: t('needsYou.column.profile'), value: profiles.nameOf(need.profileId) },
            ...('droppedBy' in need && need.droppedBy !== null
              ? [{ term: t('needsYou.addedBy'), value: <bdi>{need.droppedBy}</bdi> }]
              : []),
            ...(need.since === null
              ? []
              : [{ term: t('needsYou.column.since'), value: <Time value={need.since} form="moment" /> }]),
            ...(need.kind === 'link-ending'
              ? [{ term: t('needsYou.linkEnds'), value: <Time value={need.endsAt} form="moment" /> }]
              : []),
          ]}
        />
      </PanelSection>
      <PanelSection>
        <div className="flex wrap gap-2">
          <Button variant="primary" onPress={() => onAct(need)}>
            {describeAction(need, profiles)}
          </Button>
          {isClosable(need) && <Button onPress={() => onCloseNeed(need)}>{t('needsYou.closeItem')}</Button>}
        </div>
      </PanelSection>
    </Panel>
  );
}
