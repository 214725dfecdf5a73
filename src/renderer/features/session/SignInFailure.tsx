import type { PaydeskError } from '../../../shared/errors.ts';
import { t } from '../../../shared/messages/index.ts';
import type { Profile, ProfileEntry } from '../../../shared/model/session/profile.ts';

import { Button } from '../../components/actions/Button.tsx';
import { ErrorNotice } from '../../components/messages/ErrorNotice.tsx';
import { originFacts } from '../profiles/origin.ts';
import { listRecoveryActions, type RecoveryAction } from './recovery-actions.ts';

export interface SignInFailureProps {
  readonly error: Pick<PaydeskError, 'code' | 'details' | 'requestId'>;
  readonly entry: ProfileEntry;
  /** The profile of the same company in the other environment, if any. */
  readonly counterpart: Profile | null;
  readonly usesStoredKey: boolean;
  readonly onChoose: (profileId: string) => void;
  readonly onOpen: () => void;
  readonly onCheck: () => void;
  readonly onAnotherKey: () => void;
}

function counterpartLabel(entry: Profile, counterpart: Profile): string {
  const { environment, name } = counterpart;
  return name === entry.name
    ? t(`session.failure.chooseOtherSameName.${environment}`)
    : t('session.failure.chooseOther', { environment: t(`components.environment.${environment}`), name });
}

/** Creates the button of a recovery action; `null` where the action does not apply. */
function createButton(
  action: RecoveryAction,
  props: SignInFailureProps,
): { label: string; onPress: () => void } | null {
  const { entry, counterpart } = props;
  switch (action) {
    case 'choose-counterpart':
      if (counterpart === null) return null;
      return {
        label: counterpartLabel(entry, counterpart),
        onPress: () => props.onChoose(counterpart.id),
      };
    case 'another-key':
      return { label: t('session.form.another'), onPress: props.onAnotherKey };
    case 'open-profile':
      return {
        label: originFacts[entry.origin].isEditable ? t('session.failure.edit') : t('session.failure.show'),
        onPress: props.onOpen,
      };
    case 'check':
      return { label: t('session.failure.check'), onPress: props.onCheck };
  }
}

export function SignInFailure(props: SignInFailureProps) {
  const { error, usesStoredKey, counterpart } = props;
  const actions = listRecoveryActions(error.code, { usesStoredKey, hasCounterpart: counterpart !== null });
  const buttons = actions.map((action) => {
    const button = createButton(action, props);
    if (button === null) return null;
    return (
      <Button key={action} size="small" onPress={button.onPress}>
        {button.label}
      </Button>
    );
  });
  return <ErrorNotice error={error} {...(buttons.length === 0 ? {} : { actions: buttons })} />;
}
