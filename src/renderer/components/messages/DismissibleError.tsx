import { Button } from '../actions/Button.tsx';
import type { AsyncAction } from '../actions/use-async-action.ts';
import { ErrorNotice } from './ErrorNotice.tsx';

interface DismissibleErrorProps extends Pick<AsyncAction, 'error' | 'dismiss'> {
  readonly dismissLabel: string;
  readonly className: string | undefined;
}

/** The error of the last action, until it is dismissed. */
export function DismissibleError({ error, dismiss, dismissLabel, className }: DismissibleErrorProps) {
  if (error === null) return null;
  return (
    <div className={className}>
      <ErrorNotice
        error={error}
        actionsAt="end"
        actions={
          <Button size="small" onPress={dismiss}>
            {dismissLabel}
          </Button>
        }
      />
    </div>
  );
}
