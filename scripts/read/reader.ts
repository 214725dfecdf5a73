/** @file The interface of the readers of `npm run read`. */

export interface FileReader {
  /**
   * Returns everything that Paydesk would show of a file, as JSON. Rejects only when the file cannot be opened, never
   * for its content.
   */
  read(path: string): Promise<Readonly<Record<string, unknown>>>;
  close(): Promise<void>;
}
