import type { ReactElement } from "react";
import { useApi } from "../../api/use-api.ts";
import { AttentionLine } from "../overview/attention-line.tsx";
import "../overview/overview.css";

const EVERY_MS = 5000;
/** A worker that is gone says nothing. */
const POLL_MS = 20_000;

/** Says which jobs nobody here has the code of; nothing where each has somebody. */
export function NoWorker(): ReactElement | null {
  const { data } = useApi("listAttention", {}, { everyMs: EVERY_MS, pollMs: POLL_MS });
  const item = data?.items.find(({ kind }) => kind === "no_worker");
  if (item === undefined) return null;
  return (
    <div className="panel-box">
      <ul className="attention">
        <AttentionLine item={item} leadsOn={false} />
      </ul>
    </div>
  );
}
