/** @file What of a drag or a paste are files. */

/** True when a drag brings files, as far as can be told before the drop. */
export function carriesFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes('Files') === true;
}

/** The files of a drop or a paste, folders among them. Must be called while the event is handled. */
export function filesOf(transfer: DataTransfer | null): File[] {
  return transfer === null ? [] : Array.from(transfer.files);
}
