/** @file Runs a program while recording every change that it makes below a folder, and reads the recording. */
import { execFile, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** One change below the folder, or a flush of one file or folder. Paths are relative to the folder. */
export type Operation =
  /** Opens a file or folder; a missing file is created. */
  | { readonly kind: 'open'; readonly handle: bigint; readonly path: string; readonly truncates: boolean }
  | { readonly kind: 'write'; readonly handle: bigint; readonly offset: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly handle: bigint; readonly size: number }
  | { readonly kind: 'sync'; readonly handle: bigint }
  | { readonly kind: 'rename'; readonly from: string; readonly to: string }
  | { readonly kind: 'remove'; readonly path: string }
  | { readonly kind: 'make-folder'; readonly path: string };

/** O_TRUNC of Linux. */
const truncateFlag = 0o1000n;
/** Bytes of a record's header: length, kind and two numbers. */
const headerBytes = 21;

/** Reads a recording. Throws for a recorded call that is not modelled. */
function readRecording(log: Buffer): Operation[] {
  const operations: Operation[] = [];
  for (let offset = 0; offset < log.length; ) {
    const end = offset + 4 + log.readUInt32LE(offset);
    const kind = log.readUInt8(offset + 4);
    const handle = log.readBigUInt64LE(offset + 5);
    const argument = log.readBigUInt64LE(offset + 13);
    operations.push(operationOf(kind, handle, argument, log.subarray(offset + headerBytes, end)));
    offset = end;
  }
  return operations;
}

function operationOf(kind: number, handle: bigint, argument: bigint, bytes: Buffer): Operation {
  switch (kind) {
    case 1:
      return { kind: 'open', handle, path: bytes.toString(), truncates: (argument & truncateFlag) !== 0n };
    case 2:
      return { kind: 'write', handle, offset: Number(argument), bytes };
    case 3:
      return { kind: 'truncate', handle, size: Number(argument) };
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

/** Returns why nothing can be recorded on this computer, or `null`. */
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
 * Runs a module in a separate process and records the changes that it and its children make below `root`. Resolves with
 * the recording after a successful exit. `scratch` is a folder for the recorder and its log.
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
      // Calls through io_uring would bypass the C library.
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
