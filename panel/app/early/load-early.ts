/** Begins to load files that the page will need. */
export function loadEarly(files: readonly string[]): void {
  for (const file of files) {
    const link = document.createElement("link");
    const isStyle = file.endsWith(".css");
    link.rel = isStyle ? "preload" : "modulepreload";
    if (isStyle) link.as = "style";
    link.crossOrigin = "";
    link.href = `./${file}`;
    document.head.append(link);
  }
}
