/** The panel's root, wherever it is mounted: the page's base says so. Ends with a slash. */
export function apiRoot(): string {
  return new URL(".", document.baseURI).href;
}
