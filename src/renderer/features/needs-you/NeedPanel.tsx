import type { NeedLine } from '../../../shared/model/need-target.ts';
import { isClosable, keyOfNeed, type Need, urgencyOf } from '../../../shared/model/needs-you.ts';
import { urgencyWords, needsYouWords as words } from '../../../shared/words/needs-you.ts';
import { Button } from '../../components/Button.tsx';
import { Facts } from '../../components/Facts.tsx';
import { Panel, PanelSection } from '../../components/Panel.tsx';
import { Badge } from '../../components/State.tsx';
import { Time } from '../../components/Time.tsx';
import { urgencyAppearances } from './appearance.ts';
import { actionWord, needWords, type ProfileNames } from './rows.ts';

export interface NeedPanelProps {
  readonly need: NeedLine;
  readonly profiles: ProfileNames;
  readonly onAct: (need: NeedLine) => void;
  /** Asks before the line is given up. */
  readonly onCloseNeed: (need: Need) => void;
  readonly onClose: () => void;
}

/** One line at length, with its ways out. */
export function NeedPanel({ need, profiles, onAct, onCloseNeed, onClose }: NeedPanelProps) {
  const { title, consequence } = needWords(need);
  const urgency = urgencyOf[need.kind];
  const { icon, tone } = urgencyAppearances[urgency];
  return (
    <Panel
      key={keyOfNeed(need)}
      label={words.panel}
      top={
        <Badge icon={icon} tone={tone}>
          {urgencyWords[urgency]}
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
            { term: words.columns.profile, value: profiles.nameOf(need.profileId) },
            ...(need.since === null
              ? []
              : [{ term: words.columns.since, value: <Time value={need.since} form="moment" /> }]),
            ...(need.kind === 'link-ending'
              ? [{ term: words.linkEnds, value: <Time value={need.endsAt} form="moment" /> }]
              : []),
          ]}
        />
      </PanelSection>
      <PanelSection>
        <div className="needs-you-acts">
          <Button variant="primary" onPress={() => onAct(need)}>
            {actionWord(need, profiles)}
          </Button>
          {isClosable(need) && <Button onPress={() => onCloseNeed(need)}>{words.close}</Button>}
        </div>
      </PanelSection>
    </Panel>
  );
}
