/** @file Loaded first in a child of the host: gives it the port that a utility process of Electron has. */
import { EventEmitter } from 'node:events';
import { carried } from './electron/carried.ts';
import { substituteSystemStore } from './system-store.ts';
import { warnOfRejections } from './uncaught.ts';

class ParentPort extends EventEmitter {
  postMessage(message: unknown): void {
    const copy = carried(message);
    if (process.connected) process.send?.(copy);
  }
}

const port = new ParentPort();
// Messages wait until somebody listens.
port.once('newListener', () => {
  process.on('message', (data: unknown) => port.emit('message', { data, ports: [] }));
});
// Electron ends its utility processes together with the program, however it ended.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
substituteSystemStore();
warnOfRejections();
Object.defineProperty(process, 'parentPort', { value: port });
