/** @file Child processes of Paydesk under Node exit when the main process does. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { entryUrl } from '../../fakes/entries.ts';

test.each(['files', 'keychain', 'statement-engine'])(
  'the process of %s kills itself when its channel closes',
  async (name) => {
    const child = fork(fileURLToPath(entryUrl(name)), [], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
    await once(child, 'spawn');
    child.disconnect();
    const [code, signal] = await once(child, 'exit');
    expect({ code, signal }).toEqual({ code: null, signal: 'SIGKILL' });
  },
);
