/** @file What `npm run read` needs of each way to read a file. */

/** Reads files in one way. */
export interface FileReader {
  /** Everything that the program would show of a file, ready for JSON. Never rejects for what is in the file. */
  read(bytes: Uint8Array): Promise<Readonly<Record<string, unknown>>>;
  close(): Promise<void>;
}
