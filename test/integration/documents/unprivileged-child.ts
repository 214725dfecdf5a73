/** @file A process that inspects a path without root rights, because root may read every file. */
import process from 'node:process';
import { inspect } from '../../../src/main/features/documents/intake/inspect.ts';
import type { FoundFile } from '../../../src/main/features/documents/intake/messages.ts';
import { reread } from '../../../src/main/features/documents/intake/reread.ts';
import { walk } from '../../../src/main/features/documents/intake/walk.ts';

const [, , path = ''] = process.argv;
const watcher = { onProgress: () => undefined, onComputing: () => undefined };
const pdfExaminer = { examine: async () => [], close: async () => undefined };
const foundFiles: FoundFile[] = [];
for await (const file of walk([path])) foundFiles.push(file);
const inspected = await inspect(path, 'scan.pdf', { watcher, pdfExaminer, largeBytes: 1 });
const rereadFile = await reread({ path, size: 1, modifiedAt: null, sha256: '' }, watcher);
process.stdout.write(JSON.stringify({ found: foundFiles, inspected, again: rereadFile }));
