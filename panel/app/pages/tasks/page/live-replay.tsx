import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import type { TaskBody } from "@mojob/tasks/replay";
import type { ApiError } from "../../../api/api-error.ts";
import { callApi } from "../../../api/call-api.ts";
import { QueryView } from "../../../ui/page/query-view.tsx";
import type { TaskPartsProps } from "./task-parts.tsx";
import type { VersionBody } from "../run/replay.ts";
import { ReplayRun } from "./replay-run.tsx";

export interface LiveReplayProps extends TaskPartsProps {
  /** The number of the fact that is shown first; `null`: the last one. */
  readonly from: number | null;
}

/** A run of the scheduler, at any step of its log until now. */
export function LiveReplay({ task, args, facts, from }: LiveReplayProps): ReactElement {
  const { instanceId: id, jobKey } = task;
  const moves = facts.flatMap(({ type, seq }) => (type === "migrated" ? [seq] : []));
  // The graph of a version never changes: those before are read once.
  const bodies = useQuery<readonly VersionBody[], ApiError>({
    queryKey: ["getTaskAt", id, moves],
    staleTime: Infinity,
    queryFn: ({ signal }) =>
      Promise.all(
        [0, ...moves].map(async (since) => {
          const { task: then } = await callApi(
            "getTaskAt",
            { path: { id }, query: { at: String(since) } },
            { signal },
          );
          return { since, version: then.version, body: then.body as unknown as TaskBody };
        }),
      ),
  });
  return (
    <QueryView query={bodies}>
      {(known) => (
        <ReplayRun
          run={{ instanceId: id, jobKey }}
          bodies={known}
          facts={facts}
          args={args}
          source={null}
          from={from}
        />
      )}
    </QueryView>
  );
}
