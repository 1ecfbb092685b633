// Who opens one of them opens the next: they are loaded together.
export { ArchivesPage } from "./archives-page.tsx";
export { ArchivePage } from "./archive-page.tsx";
export { ArchivedRunPage } from "./archived-run-page.tsx";
