/** @file Positions of rows for screen readers, which count from 1 and include the rows of the head. */

/** Attributes of the element with the role of a grid; `rows` is `null` while the number of rows is unknown. */
export function gridAttributes(label: string, rows: number | null, columns: number, headRows = 1) {
  return {
    tabIndex: -1,
    'aria-label': label,
    'aria-rowcount': rows === null ? -1 : rows + headRows,
    'aria-colcount': columns,
  };
}

/** Attributes of a row; the keyboard finds it by its index. */
export function rowAttributes(index: number, isLoaded: boolean, headRows = 1) {
  return {
    'aria-rowindex': index + headRows + 1,
    'aria-busy': isLoaded ? undefined : true,
    'data-row': index,
  };
}
