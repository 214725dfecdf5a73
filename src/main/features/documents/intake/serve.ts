/** @file The worker's side of the intake. */
import type { MessagePort } from 'node:worker_threads';
import { type Inspection, inspect } from './inspect.ts';
import { type IntakeReply, type IntakeRequest, intakeRequestSchema } from './messages.ts';
import { canBeOpened } from './open.ts';
import { reread } from './read.ts';
import { type FoundFile, walk } from './walk.ts';

/** How many found files go out in one message. */
const partLength = 500;

/** Answers requests until the port is closed. */
export function serveIntake(port: MessagePort): void {
  const walks = new Map<number, AsyncGenerator<FoundFile>>();

  function reply(message: IntakeReply, transfer: ArrayBuffer[] = []): void {
    port.postMessage(message, transfer);
  }

  async function nextPart(id: number): Promise<void> {
    const walking = walks.get(id);
    const files: FoundFile[] = [];
    while (walking !== undefined && files.length < partLength) {
      const next = await walking.next();
      if (next.done === true) break;
      files.push(next.value);
    }
    const last = files.length < partLength;
    if (last) walks.delete(id);
    reply({ id, answer: 'found', files, last });
  }

  async function answer(request: IntakeRequest): Promise<void> {
    const { id } = request;
    switch (request.ask) {
      case 'walk':
        walks.set(id, walk(request.paths));
        return nextPart(id);
      case 'more':
        return nextPart(id);
      case 'inspect': {
        const inspections: Inspection[] = [];
        for (const { path, name } of request.files)
          inspections.push(await inspect(path, name, request.largeBytes));
        return reply({ id, answer: 'inspected', inspections });
      }
      case 'look': {
        const present: boolean[] = [];
        for (const path of request.paths) present.push(await canBeOpened(path));
        return reply({ id, answer: 'looked', present });
      }
      case 'reread': {
        const result = await reread(request.checked);
        const transfer = result.kind === 'bytes' ? [result.bytes.buffer] : [];
        return reply({ id, answer: 'reread', reread: result }, transfer);
      }
    }
  }

  port.on('message', (message: unknown) => void answer(intakeRequestSchema.parse(message)));
}
