/** @file What `npm run read` needs of each way to read a file. */

/** Reads files in one way. */
export interface FileReader {
  /**
   * Everything that the program would show of the file at a path, ready for JSON. Never rejects for what is in the file;
   * rejects when it cannot be opened.
   */
  read(path: string): Promise<Readonly<Record<string, unknown>>>;
  close(): Promise<void>;
}
