/** The cells of comma- or tab-separated text, as RFC 4180 has them: a quoted cell may hold the separator, quotes and line ends. */
export function csvRows(text: string, most: number): readonly (readonly string[])[] {
  const separator = separatorOf(text);
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let isQuoted = false;
  for (let at = 0; at < text.length && rows.length < most; at += 1) {
    const sign = text[at];
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') cell += text[(at += 1)];
      else isQuoted = false;
    } else if (sign === '"' && cell === "") isQuoted = true;
    else if (sign === separator || sign === "\n") {
      row.push(sign === "\n" ? cell.replace(/\r$/, "") : cell);
      cell = "";
      if (sign === separator) continue;
      rows.push(row);
      row = [];
    } else cell += sign;
  }
  if (rows.length < most && (cell !== "" || row.length > 0)) rows.push([...row, cell]);
  return rows;
}

/** The sign that its first line has most of: spreadsheets of many languages write semicolons. */
function separatorOf(text: string): string {
  const [first = ""] = text.split("\n", 1);
  const countOf = (sign: string): number => first.split(sign).length;
  return [",", ";", "\t"].toSorted((a, b) => countOf(b) - countOf(a))[0] ?? ",";
}
