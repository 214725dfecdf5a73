/** Name of the mark that the host sets before it imports the program; in Electron, Node's own timing has the moment. */
export const programImport = 'host: program import';
