/** @file Runs a program so that every change it makes below a folder is recorded, and reads the recording. */
import { execFile, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** One change below the folder, or a flush of one file or folder. Paths are relative to the folder. */
export type Operation =
  /** Opens a file or folder, which a file that is not there yet is created by. */
  | { readonly kind: 'open'; readonly handle: bigint; readonly path: string; readonly truncates: boolean }
  | { readonly kind: 'write'; readonly handle: bigint; readonly place: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly handle: bigint; readonly size: number }
  | { readonly kind: 'sync'; readonly handle: bigint }
  | { readonly kind: 'rename'; readonly from: string; readonly to: string }
  | { readonly kind: 'remove'; readonly path: string }
  | { readonly kind: 'make-folder'; readonly path: string };

/** O_TRUNC of Linux. */
const truncateFlag = 0o1000n;
/** Bytes of a record before its own: length, kind and two numbers. */
const headSize = 21;

/** Reads a recording. Throws for a call that record.c sees and that is not modelled. */
export function readRecording(log: Buffer): Operation[] {
  const operations: Operation[] = [];
  for (let at = 0; at < log.length; ) {
    const end = at + 4 + log.readUInt32LE(at);
    const kind = log.readUInt8(at + 4);
    const handle = log.readBigUInt64LE(at + 5);
    const number = log.readBigUInt64LE(at + 13);
    operations.push(operationOf(kind, handle, number, log.subarray(at + headSize, end)));
    at = end;
  }
  return operations;
}

function operationOf(kind: number, handle: bigint, number: bigint, bytes: Buffer): Operation {
  switch (kind) {
    case 1:
      return { kind: 'open', handle, path: bytes.toString(), truncates: (number & truncateFlag) !== 0n };
    case 2:
      return { kind: 'write', handle, place: Number(number), bytes };
    case 3:
      return { kind: 'truncate', handle, size: Number(number) };
    case 4:
      return { kind: 'sync', handle };
    case 5: {
      const [from = '', to = ''] = bytes.toString().split('\0');
      return { kind: 'rename', from, to };
    }
    case 6:
      return { kind: 'remove', path: bytes.toString() };
    case 7:
      return { kind: 'make-folder', path: bytes.toString() };
    default:
      throw new Error(`The recording holds a call that is not modelled: ${bytes.toString()}`);
  }
}

/** Why nothing can be recorded on this machine, or `null`. */
export async function recorderProblem(): Promise<string | null> {
  if (process.platform !== 'linux') return 'changes of files can only be recorded on Linux';
  try {
    await promisify(execFile)('gcc', ['--version']);
    return null;
  } catch {
    return 'the recorder is compiled by gcc, which is missing here';
  }
}

/**
 * Runs a module as a process of its own and records what it and its children change below `root`. Resolves with the
 * recording when it has ended well. `scratch` is a folder for the recorder and its log.
 */
export async function recordRun(
  module: URL,
  { root, scratch, environment }: { root: string; scratch: string; environment: Record<string, string> },
): Promise<Operation[]> {
  const library = join(scratch, 'record.so');
  const source = fileURLToPath(new URL('./record.c', import.meta.url));
  await promisify(execFile)('gcc', ['-O1', '-shared', '-fPIC', '-o', library, source, '-ldl', '-lpthread']);
  const log = join(scratch, 'recording');
  const child = fork(fileURLToPath(module), [root], {
    execArgv: [],
    env: {
      ...process.env,
      ...environment,
      NODE_COMPILE_CACHE: join(tmpdir(), 'paydesk-compile-cache'),
      // Calls of the ring would not pass the C library.
      UV_USE_IO_URING: '0',
      LD_PRELOAD: library,
      PAYDESK_RECORD_FOLDER: root,
      PAYDESK_RECORD_LOG: log,
    },
  });
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`The recorded program ended with ${code}`));
    });
  });
  return readRecording(await readFile(log));
}
