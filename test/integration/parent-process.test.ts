/** @file Child processes of Paydesk under Node: none stays when main is gone. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

test.each(['files', 'keychain', 'review'])(
  'the process of %s is killed by the end of its channel, also when that comes before it listens',
  async (name) => {
    const entry = new URL(`../../src/main/entries/${name}.ts`, import.meta.url);
    const child = fork(fileURLToPath(entry), [], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
    await once(child, 'spawn');
    child.disconnect();
    const [code, signal] = await once(child, 'exit');
    expect({ code, signal }).toEqual({ code: null, signal: 'SIGKILL' });
  },
);
