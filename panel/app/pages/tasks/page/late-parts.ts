// What is below the views of a run, in one file: each takes much of the same, and few look at more than one.
export { FactLog } from "../run/fact-log.tsx";
export { LinesView } from "../lines/lines-view.tsx";
export { CompareRuns } from "../compare/compare-runs.tsx";
export { NodeFiles } from "./node-files.tsx";
