/** Where a row goes when it is moved by one; the same list when it cannot go there. */
export function moved<Row>(rows: readonly Row[], from: number, by: -1 | 1): Row[] {
  const row = rows[from];
  const after = [...rows];
  if (row === undefined || from + by < 0 || from + by >= rows.length) return after;
  after.splice(from, 1);
  after.splice(from + by, 0, row);
  return after;
}
