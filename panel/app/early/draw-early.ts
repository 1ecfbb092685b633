/** The members of a list's row that a person knows it by. */
interface EarlyRow {
  readonly key: string;
  readonly name: string | null;
  readonly app: string;
}

/**
 * Shows the first rows of a list while the panel is still being loaded, in the place that disappears with its first frame. They are drawn once:
 * they are to be read, and not to be used.
 */
export async function drawEarly(list: Promise<Response>): Promise<void> {
  const response = await list;
  if (!response.ok) return;
  const { items } = (await response.clone().json()) as { readonly items: readonly EarlyRow[] };
  const rows = document.createElement("ol");
  for (const { key, name, app } of items) {
    const row = document.createElement("li");
    const texts = name === null || name === key ? [app] : [key, app];
    row.append(element("b", name ?? key), ...texts.map((text) => element("span", text)));
    rows.append(row);
  }
  document.querySelector(".begin")?.append(rows);
}

function element(tag: "b" | "span", text: string): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}
