/** @file Serves requests for packs in the process of a drive. */
import { toFailed } from '../../files/failure.ts';
import type { FileServer } from '../../files/file-worker.ts';
import type { Clock } from '../../platform/platform.ts';
import { PackChecker } from './pack-checker.ts';
import { type PackReply, type PackRequest, packRequestSchema } from './pack-messages.ts';
import { findPlace, UnfinishedPack } from './unfinished-pack.ts';

const done: PackReply = { answer: 'done' };

/** Removes and returns the value of a session. */
function take<Value>(values: Map<number, Value>, session: number): Value | undefined {
  const value = values.get(session);
  values.delete(session);
  return value;
}

/** Creates the server of requests to write and to check packs. */
export function createPackServer(clock: Clock): FileServer {
  const packs = new Map<number, UnfinishedPack>();
  const checkers = new Map<number, PackChecker>();

  function requirePack(session: number): UnfinishedPack {
    const pack = packs.get(session);
    if (pack === undefined) throw new Error('No pack is being written');
    return pack;
  }

  async function answer(request: PackRequest, session: number, onProgress: () => void): Promise<PackReply> {
    switch (request.ask) {
      case 'pack-place':
        return { answer: 'place', state: await findPlace(request.path) };
      case 'pack-begin': {
        const pack = await UnfinishedPack.begin(request.path, clock);
        packs.set(session, pack);
        return { answer: 'begun', folder: pack.temporary };
      }
      case 'pack-file':
        await requirePack(session).beginFile(request.path);
        return done;
      case 'pack-append':
        await requirePack(session).append(request.bytes);
        return done;
      case 'pack-file-end':
        return { answer: 'file', ...(await requirePack(session).endFile()) };
      case 'pack-finish':
        await requirePack(session).finish();
        packs.delete(session);
        return done;
      case 'pack-end':
        await take(packs, session)?.discard(onProgress);
        return done;
      case 'pack-check': {
        const checker = await PackChecker.begin(request.path, onProgress);
        checkers.set(session, checker);
        return { answer: 'checking', total: checker.total };
      }
      case 'pack-check-next': {
        const checker = checkers.get(session);
        if (checker === undefined) throw new Error('No pack is being checked');
        return { answer: 'checked', ...(await checker.next(onProgress)) };
      }
      case 'pack-check-end': {
        const checker = take(checkers, session);
        await checker?.close();
        return { answer: 'findings', findings: checker?.findings() ?? null };
      }
    }
  }

  return {
    answer(body, { session, onProgress }) {
      const request = packRequestSchema.safeParse(body);
      if (!request.success) return null;
      return answer(request.data, session, () => onProgress()).catch(toFailed);
    },
  };
}
