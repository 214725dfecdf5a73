/** @file Adds Electron's `process.parentPort` to a child process of the host. Loaded before the program. */
import { EventEmitter } from 'node:events';
import { copyMessage } from './electron/copy-message.ts';
import { substituteSystemStore } from './system-store.ts';
import { warnOfRejections } from './uncaught.ts';

class ParentPort extends EventEmitter {
  postMessage(message: unknown): void {
    const copy = copyMessage(message);
    if (process.connected) process.send?.(copy);
  }
}

const port = new ParentPort();
// Messages are queued until a listener is added.
port.once('newListener', () => {
  process.on('message', (data: unknown) => port.emit('message', { data, ports: [] }));
});
// Electron ends its utility processes with the program, even when the program crashes.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
substituteSystemStore();
warnOfRejections();
Object.defineProperty(process, 'parentPort', { value: port });
