import type { WireError } from '../../shared/errors.ts';
import { wordsOfError } from '../../shared/words/errors.ts';
import { shellWords } from '../../shared/words/shell.ts';
import { call } from '../bridge.ts';
import { Button } from '../components/Button.tsx';
import { ErrorNotice } from '../components/Notice.tsx';
import { useFailures } from './failures.ts';
import { BareBar } from './TopBar.tsx';

/** Paydesk could not start: what is wrong, that nothing was deleted, and two ways out. */
export function StartupFailed({ error }: { readonly error: WireError }) {
  const { title, detail } = wordsOfError(error);
  const failures = useFailures();
  return (
    <div className="bare">
      <BareBar />
      <main className="stage">
        <div className="card stage-card" role="alert">
          <h1>{title}</h1>
          <p>{detail}</p>
          <div className="acts">
            <Button
              variant="primary"
              icon="folder"
              onPress={() => failures.attempt(call('settings.showDataFolder', {}))}
            >
              {shellWords.failed.dataFolder}
            </Button>
            <Button onPress={() => failures.attempt(call('settings.quit', {}))}>
              {shellWords.failed.quit}
            </Button>
          </div>
          {failures.error !== null && <ErrorNotice error={failures.error} />}
        </div>
      </main>
    </div>
  );
}
