/** Rows of a list, in the order they are seen. */
const ROWS = "main .list-table tbody tr, main .failure";
const BOX = "input[type=checkbox]";

function currentRow(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>(ROWS) ?? null;
}

/** Moves the focus to the link of the next row or the one before; from elsewhere to the first. */
export function walkRows(step: 1 | -1): void {
  if (document.querySelector('[role="dialog"]') !== null) return;
  const rows = [...document.querySelectorAll<HTMLElement>(ROWS)];
  const current = currentRow();
  const next = current === null ? rows[0] : rows[rows.indexOf(current) + step];
  next?.querySelector("a")?.focus();
}

/** Ticks the row that has the focus, or takes the tick away. */
export function tickRow(): void {
  currentRow()?.querySelector<HTMLElement>(BOX)?.click();
}
