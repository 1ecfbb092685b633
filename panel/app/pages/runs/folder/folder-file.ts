import type { ApiAnswer } from "../../../api/call-api.ts";

/** A file in the working directory of a run, as the API lists it. */
export type FolderFile = ApiAnswer<"getInstanceFolder">["files"][number];
