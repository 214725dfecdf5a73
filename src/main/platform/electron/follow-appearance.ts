/** @file Follows the topics that determine the colours and sizes of the window's native parts. */
import type { Changes } from '../../../shared/contract/answers.ts';
import { topics as topicDefinitions } from '../../../shared/contract/index.ts';
import type { Environment } from '../../../shared/model/session/environment.ts';
import type { TextSize } from '../../../shared/model/settings.ts';
import type { Topics } from '../../bridge/topics.ts';
import type { OwnAppearance } from './caption.ts';

/**
 * Tracks contrast, text size and environment; calls `onChange` after each change of their topics. Returns a function for the
 * current values.
 */
export function followAppearance(
  topics: Pick<Topics, 'subscribe'>,
  onChange: () => void,
): () => OwnAppearance {
  let hasHighContrast = false;
  let textSize: TextSize = 100;
  let environment: Environment | null = null;
  function onValue(name: string, value: unknown): void {
    if (name === 'settings') {
      const settings = topicDefinitions.settings.value.parse(value);
      hasHighContrast = settings.appearance.contrast;
      textSize = settings.textSize;
    }
    if (name === 'session') {
      const session = topicDefinitions.session.value.parse(value);
      const isSignedIn = session.state === 'signed-in' || session.state === 'interrupted';
      environment = isSignedIn ? session.profile.environment : null;
    }
  }
  const subscriber = {
    send(changes: Changes) {
      for (const change of changes) onValue(change.topic, change.value);
      onChange();
    },
  };
  for (const name of ['settings', 'session']) onValue(name, topics.subscribe(subscriber, name).value);
  return () => ({ hasHighContrast, environment, textSize });
}
