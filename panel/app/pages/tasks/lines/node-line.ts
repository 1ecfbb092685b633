import type { ApiAnswer } from "../../../api/call-api.ts";

/** A line that a node's run wrote, as the API sends it. */
export type NodeLineJson = ApiAnswer<"listTaskLines">["items"][number];
