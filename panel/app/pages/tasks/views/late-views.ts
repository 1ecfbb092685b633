// The views that a run does not begin with, in one file.
export { TimeView } from "./time-view.tsx";
export { GridView } from "./grid-view.tsx";
