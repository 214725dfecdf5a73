/** @file A web server for large files with range requests (RFC 9110, section 14), which counts the sent bytes. */
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A server that listens on 127.0.0.1 until it is closed. */
interface RangeServer {
  /** URL of a file by its name. */
  addressOf(name: string): URL;
  /** Number of bytes sent so far, including headers. */
  sentBytes(): number;
  close(): Promise<void>;
}

const boundary = 'part-of-the-file';

/** Responds with the ranges of `file` that the Range header names, or with the whole file when there is no such header. */
function sendRanges(response: ServerResponse, file: Buffer, range: string | undefined): void {
  const ranges = [...(range ?? '').matchAll(/(\d+)-(\d+)/g)].map(([, from, to]) => {
    const [start, end] = [Number(from), Number(to)];
    return { bytes: file.subarray(start, end + 1), contentRange: `bytes ${start}-${end}/${file.length}` };
  });
  const [firstRange] = ranges;
  if (firstRange === undefined) {
    response.writeHead(200, { 'content-length': file.length }).end(file);
  } else if (ranges.length === 1) {
    const headers = { 'content-range': firstRange.contentRange, 'content-length': firstRange.bytes.length };
    response.writeHead(206, headers).end(firstRange.bytes);
  } else {
    response.writeHead(206, { 'content-type': `multipart/byteranges; boundary=${boundary}` });
    let separator = `--${boundary}`;
    for (const { bytes, contentRange } of ranges) {
      response.write(`${separator}\r\ncontent-range: ${contentRange}\r\n\r\n`);
      response.write(bytes);
      separator = `\r\n--${boundary}`;
    }
    response.end(`\r\n--${boundary}--\r\n`);
  }
}

/** Starts a server for files, given as paths by name. */
export async function startRangeServer(files: Readonly<Record<string, string>>): Promise<RangeServer> {
  const contents = new Map<string, Buffer>();
  for (const [name, path] of Object.entries(files)) contents.set(`/${name}`, await readFile(path));
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    const file = contents.get(request.url ?? '');
    if (file === undefined) response.writeHead(404).end();
    else sendRanges(response, file, request.headers.range);
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
