import type { ReactElement } from "react";
import { useApi } from "../../api/use-api.ts";
import { useFeature } from "../../session/use-feature.ts";
import { AttentionLine } from "./attention-line.tsx";

const EVERY_MS = 5000;
/** A worker that is dead sends no event. */
const POLL_MS = 20_000;

/** Names the jobs that no connected worker can run; nothing where there are none. */
export function NoWorker(): ReactElement | null {
  const enabled = useFeature("alarms");
  const { data } = useApi("listAttention", {}, { enabled, everyMs: EVERY_MS, pollMs: POLL_MS });
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
