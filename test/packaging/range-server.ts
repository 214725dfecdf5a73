/** @file A web server for large files that gives parts of them (RFC 9110, 14) and counts the bytes on the wire. */
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A server that listens on 127.0.0.1 until it is closed. */
export interface RangeServer {
  /** Address of a file that is served under a name. */
  addressOf(name: string): URL;
  /** Bytes sent so far, headers included. */
  sentBytes(): number;
  close(): Promise<void>;
}

const boundary = 'part-of-the-file';

/** Answers with the parts of `file` that `range` names, or with all of it when there is none. */
function answer(response: ServerResponse, file: Buffer, range: string | undefined): void {
  const parts = [...(range ?? '').matchAll(/(\d+)-(\d+)/g)].map(([, first, last]) => {
    const [start, end] = [Number(first), Number(last)];
    return { bytes: file.subarray(start, end + 1), place: `bytes ${start}-${end}/${file.length}` };
  });
  const [only] = parts;
  if (only === undefined) {
    response.writeHead(200, { 'content-length': file.length }).end(file);
  } else if (parts.length === 1) {
    const headers = { 'content-range': only.place, 'content-length': only.bytes.length };
    response.writeHead(206, headers).end(only.bytes);
  } else {
    response.writeHead(206, { 'content-type': `multipart/byteranges; boundary=${boundary}` });
    let separator = `--${boundary}`;
    for (const { bytes, place } of parts) {
      response.write(`${separator}\r\ncontent-range: ${place}\r\n\r\n`);
      response.write(bytes);
      separator = `\r\n--${boundary}`;
    }
    response.end(`\r\n--${boundary}--\r\n`);
  }
}

/** Serves files by the names that they get here. */
export async function startRangeServer(files: Readonly<Record<string, string>>): Promise<RangeServer> {
  const contents = new Map<string, Buffer>();
  for (const [name, path] of Object.entries(files)) contents.set(`/${name}`, await readFile(path));
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    const file = contents.get(request.url ?? '');
    if (file === undefined) response.writeHead(404).end();
    else answer(response, file, request.headers.range);
  });
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    addressOf: (name) => new URL(`http://127.0.0.1:${port}/${name}`),
    sentBytes: () => [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, 0),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
