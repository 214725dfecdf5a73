/** @file The interface of the readers of `npm run read`. */

export interface FileReader {
  /**
   * Returns as JSON what Paydesk shows of a file. Rejects when the file cannot be opened, but not because of its
   * content.
   */
  read(path: string): Promise<Readonly<Record<string, unknown>>>;
  close(): Promise<void>;
}
