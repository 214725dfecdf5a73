import type { PaydeskError } from '../../../shared/errors.ts';
import type { Profile, ProfileEntry } from '../../../shared/model/profile.ts';
import { componentWords } from '../../../shared/words/components.ts';
import { sessionScreenWords } from '../../../shared/words/session-screen.ts';
import { Button } from '../../components/Button.tsx';
import { ErrorNotice } from '../../components/Notice.tsx';
import { originFacts } from '../../profiles/origin.ts';
import { type WayOut, waysOut } from './ways-out.ts';

const words = sessionScreenWords.failure;

/** Props of {@link SignInFailure}. */
export interface SignInFailureProps {
  readonly error: Pick<PaydeskError, 'code' | 'details' | 'requestId'>;
  readonly entry: ProfileEntry;
  /** The profile of the same company in the other environment. */
  readonly counterpart: Profile | null;
  /** True while the kept key is used. */
  readonly usesKept: boolean;
  readonly onChoose: (profileId: string) => void;
  readonly onOpen: () => void;
  readonly onCheck: () => void;
  readonly onAnotherKey: () => void;
}

function wordOfCounterpart(entry: Profile, counterpart: Profile): string {
  const { environment, name } = counterpart;
  return name === entry.name
    ? words.chooseOtherSameName[environment]
    : words.chooseOther(componentWords.environment[environment], name);
}

/** The word of a way out and what it does; `null` where it leads nowhere. */
function stepOf(way: WayOut, props: SignInFailureProps): { word: string; onPress: () => void } | null {
  const { entry, counterpart } = props;
  switch (way) {
    case 'choose-counterpart':
      if (counterpart === null) return null;
      return {
        word: wordOfCounterpart(entry, counterpart),
        onPress: () => props.onChoose(counterpart.id),
      };
    case 'another-key':
      return { word: words.anotherKey, onPress: props.onAnotherKey };
    case 'open-profile':
      return { word: originFacts[entry.origin].editable ? words.edit : words.show, onPress: props.onOpen };
    case 'check':
      return { word: words.check, onPress: props.onCheck };
  }
}

/** Which of these it was, and the ways out that fit. */
export function SignInFailure(props: SignInFailureProps) {
  const { error, usesKept, counterpart } = props;
  const ways = waysOut(error.code, { usesKept, hasCounterpart: counterpart !== null });
  const buttons = ways.map((way) => {
    const step = stepOf(way, props);
    if (step === null) return null;
    return (
      <Button key={way} size="small" onPress={step.onPress}>
        {step.word}
      </Button>
    );
  });
  return <ErrorNotice error={error} {...(buttons.length === 0 ? {} : { actions: buttons })} />;
}
