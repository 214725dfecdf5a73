/** @file Reads the files of a drag or a paste. */

/** True when a drag seems to contain files; this is certain only after the drop. */
export function carriesFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes('Files') === true;
}

/** Returns the files of a drop or a paste, including folders. Must be called while the event is handled. */
export function filesOf(transfer: DataTransfer | null): File[] {
  return transfer === null ? [] : Array.from(transfer.files);
}
